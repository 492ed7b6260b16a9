#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""usage: reader.py CGROUP FILE PASSES: read the file again and again as a member of the cgroup.

As for random access: without readahead the page cache is filled with single
pages, which makes many more reclaim events than large folios do.
"""
import os
import sys


def main():
    cgroup, path, passes = sys.argv[1], sys.argv[2], int(sys.argv[3])
    with open(os.path.join(cgroup, "cgroup.procs"), "w", encoding="ascii") as procs:
        procs.write(str(os.getpid()))
    fd = os.open(path, os.O_RDONLY)
    os.posix_fadvise(fd, 0, 0, os.POSIX_FADV_RANDOM)
    buf = bytearray(1 << 20)
    for _ in range(passes):
        offset = 0
        while True:
            n = os.preadv(fd, [buf], offset)
            if not n:
                break
            offset += n


main()
