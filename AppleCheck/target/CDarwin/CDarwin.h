// Names that Darwin and the C library of Linux share. Values differ: nothing here is ever linked or run.
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

// Darwin only.
int memset_s(void *destination, size_t size, int value, size_t count);
int timingsafe_bcmp(const void *left, const void *right, size_t count);
void arc4random_buf(void *buffer, size_t count);
#define F_FULLFSYNC 51
#define MAP_ANON 0x1000
