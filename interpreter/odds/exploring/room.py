"""Nothing in; how many states are explored at most, and the memory that they take, out: without loading what explores."""

BYTES = 320  # that a state of two words with ten transitions takes, till it is solved; most take half
MOST = 25_000_000  # states, when nobody says otherwise: at most about 8 GB
