"""A plan in, LLVM IR out: one module for each kind of instruction and value."""
