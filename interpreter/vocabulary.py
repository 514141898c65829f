"""Everything that rules may be written with: the verbs and the functions that there are, for the stages that read rules."""

from parlour.interpreter.functions import FUNCTIONS
from parlour.interpreter.language.signatures import Vocabulary
from parlour.interpreter.statements import STATEMENTS

VOCABULARY = Vocabulary(dict(STATEMENTS), FUNCTIONS)
