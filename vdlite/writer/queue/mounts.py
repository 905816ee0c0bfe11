"""What sort of drive a folder lies on."""

import os

_NETWORK = frozenset(
    [
        "9p",
        "afs",
        "beegfs",
        "ceph",
        "cifs",
        "coda",
        "fuse.cephfs",
        "fuse.glusterfs",
        "fuse.gcsfuse",
        "fuse.goofys",
        "fuse.juicefs",
        "fuse.rclone",
        "fuse.s3fs",
        "fuse.sshfs",
        "fuse.weedfs",
        "glusterfs",
        "gpfs",
        "lustre",
        "ncpfs",
        "nfs",
        "nfs4",
        "orangefs",
        "panfs",
        "smb2",
        "smb3",
        "smbfs",
        "vboxsf",
        "virtiofs",
        "wekafs",
    ]
)


def is_on_network(path: str, mounts: str = "/proc/self/mountinfo") -> bool:
    """True if the file's drive is known to be one that a network lies before.

    mounts: the system's list of mounted drives; where there is none, every drive counts as near.
    """
    try:
        device = os.stat(path).st_dev
        wanted = f"{os.major(device)}:{os.minor(device)}"
        with open(mounts, encoding="utf-8", errors="replace") as file:
            for line in file:
                # 36 35 98:0 /root /mnt/point options [optional ...] - type source options
                fields = line.split()
                if len(fields) > 4 and fields[2] == wanted and "-" in fields:
                    return fields[fields.index("-") + 1] in _NETWORK
    except (OSError, IndexError):
        pass
    return False
