// glibc's <iconv.h>; Swift's Glibc module leaves it out.
#include <iconv.h>
