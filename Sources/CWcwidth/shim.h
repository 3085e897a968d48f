#include <stddef.h>

// POSIX.1-2017, in the C library of the system; Swift's Glibc module leaves it out.
extern int wcwidth(wchar_t character);
