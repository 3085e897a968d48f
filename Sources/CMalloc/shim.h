// glibc's <malloc.h>; Swift's Glibc module leaves it out.
#include <malloc.h>
