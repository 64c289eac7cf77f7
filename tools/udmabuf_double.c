/* Lets libcamera draw a camera where the kernel has no udmabuf: plain shared memory in its place.
   Preloaded by tools/try_pi_camera.sh; what it hands out has all that programs alone need of it. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <linux/dma-buf.h>
#include <linux/udmabuf.h>
#include <stdarg.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define OPEN(name)                                                      \
    int name(const char *path, int flags, ...)                          \
    {                                                                   \
        int (*real)(const char *, int, ...) = dlsym(RTLD_NEXT, #name);  \
        va_list rest;                                                   \
        va_start(rest, flags);                                          \
        mode_t mode = va_arg(rest, mode_t);                             \
        va_end(rest);                                                   \
        if (!strcmp(path, "/dev/udmabuf"))                              \
            path = "/dev/null";                                         \
        return real(path, flags, mode);                                 \
    }

OPEN(open)
OPEN(open64)

int ioctl(int handle, unsigned long request, ...)
{
    int (*real)(int, unsigned long, ...) = dlsym(RTLD_NEXT, "ioctl");
    va_list rest;
    va_start(rest, request);
    void *argument = va_arg(rest, void *);
    va_end(rest);
    if (request == UDMABUF_CREATE)
        return dup(((struct udmabuf_create *)argument)->memfd);
    if (request == DMA_BUF_IOCTL_SYNC)
        return 0;
    return real(handle, request, argument);
}
