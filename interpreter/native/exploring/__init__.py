"""A program in, LLVM IR out that takes every way on from a state instead of drawing one."""
