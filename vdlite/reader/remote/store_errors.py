"""Errors of object stores, in sentences of ours: what, where, what to do.

What obstore says itself may repeat parts of keys, and is not passed on: status and code are taken out of it.
"""

import errno
import re

from vdlite.reader.files.files import PassingError
from vdlite.reader.remote.address import AZURE, S3, WEB, Address
from vdlite.reader.remote.objects import DeniedError, ShorterError, odd_name

_STATUS = re.compile(r"status code: (\d{3})")
_CODE = re.compile(r'<Code>(\w{1,60})</Code>|"(?:reason|code)": ?"(\w{1,60})"')
_EXPIRED = {"ExpiredToken", "ExpiredTokenException", "TokenRefreshRequired", "RequestExpired"}
_NO_BUCKET = {
    "NoSuchBucket",
    "ContainerNotFound",
    "InvalidBucketName",
    "InvalidResourceName",
    "OutOfRangeInput",
}
_BUSY = {"SlowDown", "ServerBusy", "TooManyRequests", "RequestLimitExceeded"}
_SERVICES_OF_KEYS = ("169.254.", "metadata.google", "fd00:ec2", "/identity/oauth2")
"""Where obstore asks for credentials if the environment has none."""

_SETTINGS = (
    ("Account must be specified", "no account for {place}: set AZURE_STORAGE_ACCOUNT_NAME"),
    ("Invalid Access Key", "AZURE_STORAGE_ACCOUNT_KEY is no key: see that it is whole"),
    ("SAS query pair", "AZURE_STORAGE_SAS_KEY is no shared access signature: see that it is whole"),
    (
        "service account file",
        "the file of GOOGLE_APPLICATION_CREDENTIALS or GOOGLE_SERVICE_ACCOUNT can't be read as a key",
    ),
    ("Config error", "an environment variable for {place} has a value that it can't have"),
    (
        "builder error",
        "{place} has an endpoint without TLS: where it is meant, a variable such as GOOGLE_BASE_URL says http://",
    ),
)
"""What is wrong with credentials or variables before anything is asked: a part of obstore's message, and ours."""

_ANSWERS = (
    ("InvalidCertificate", "the certificate of {place} is not trusted: see SSL_CERT_FILE"),
    ("kind: Timeout", "{place} does not answer in time: see the network and the endpoint"),
    ("Range request not supported", "{place} gives no ranges of bytes, by which logs are read"),
    ("HTTP error", "{place} can't be reached: see the network and the endpoint"),
)
"""What is wrong with an answer that has no status, or with the way to it."""

_NO_LISTS = (
    "{place} can't list what lies there: a plain web server can't, and WebDAV must be on{said}"
)
_TOO_FLAT = (
    "{place} does not list all folders at once: let it allow you PROPFIND with Depth: infinity (Apache: DavDepthInfinity On), "
    "or mount it as a folder{said}"
)


def too_flat(address: Address) -> OSError:
    """The error for a WebDAV server that lists one folder where all were asked for."""
    place = f"{address.scheme}://{address.parts[0]}"
    return OSError(errno.ENOTSUP, _TOO_FLAT.format(place=place, said=""))


def store_error(address: Address, text: str, *, is_object: bool = False) -> OSError:
    """The error for what obstore says of an address.

    text: the name of its error and its message. is_object: whether an object, and not a place, was not found.
    """
    status = int(found[1]) if (found := _STATUS.search(text)) else 0
    code = next(filter(None, found.groups()), "") if (found := _CODE.search(text)) else ""
    place = f"{address.scheme}://{address.parts[0]}"
    if status == 416:
        return ShorterError()
    if is_object and code not in _NO_BUCKET:
        return FileNotFoundError(errno.ENOENT, f"the object is gone from {place}")
    if any(service in text for service in _SERVICES_OF_KEYS):
        return DeniedError(
            errno.EACCES,
            f"no credentials for {place}: set them in the environment (see 'Read logs from an object store')",
        )
    if status:
        return _answered(address, place, text, status, code)
    for part, sentence in _SETTINGS:
        if part in text:
            return DeniedError(errno.EACCES, sentence.format(place=place))
    if "InvalidPropFind" in text:
        return PassingError(errno.EIO, _NO_LISTS.format(place=place, said=""))
    for part, sentence in _ANSWERS:
        if part in text:
            return PassingError(errno.EIO, sentence.format(place=place))
    if "redirect without LOCATION" in text:
        return _elsewhere(address, place)
    if text.startswith("InvalidPathError") or "empty path segment" in text:
        return odd_name()
    if "URL" in text or text.startswith("UnknownConfigurationKeyError"):
        return OSError(errno.EINVAL, f"no address of an object store: {address}")
    if text.startswith(("NotSupportedError", "NotImplemented")):
        return OSError(errno.ENOTSUP, f"{place} can't be listed")
    return PassingError(
        errno.EIO, f"{place} does not answer as a store of this kind: see the endpoint"
    )


def _answered(address: Address, place: str, text: str, status: int, code: str) -> OSError:
    """The error for an answer with that status."""
    said = f" (the store says {' '.join(filter(None, [str(status), code]))})"
    if code in _NO_BUCKET:
        called = "container" if address.scheme in AZURE else "bucket"
        return PassingError(
            errno.ENXIO, f"there is no {called} {place}: see its name, and the endpoint{said}"
        )
    if code in _EXPIRED:
        return DeniedError(
            errno.EACCES, f"the credentials for {place} have expired: renew them{said}"
        )
    if code == "AuthorizationHeaderMalformed":
        return _elsewhere(address, place)
    if status == 401 and address.scheme in WEB:
        return DeniedError(
            errno.EACCES,
            f"{place} wants a user and a password: give them in .netrc, which only you may read{said}",
        )
    if status == 403 and "PROPFIND" in text:
        return OSError(errno.ENOTSUP, _TOO_FLAT.format(place=place, said=said))
    if status in (401, 403) or code in ("InvalidAccessKeyId", "AuthenticationFailed"):
        return DeniedError(
            errno.EACCES,
            f"the credentials do not open {place}: listing and reading must be allowed{said}",
        )
    if status == 404:
        return PassingError(errno.ENXIO, f"there is nothing that lists {address}{said}")
    if status in (429, 503) or code in _BUSY:
        return PassingError(
            errno.EBUSY, f"{place} is busy, or asked too often: see --poll-seconds{said}"
        )
    if "PROPFIND" in text and (status < 500 or status == 501):
        return OSError(errno.ENOTSUP, _NO_LISTS.format(place=place, said=said))
    return PassingError(errno.EIO, f"{place} does not answer as it should{said}")


def _elsewhere(address: Address, place: str) -> OSError:
    if address.scheme in S3:
        return PassingError(errno.ENXIO, f"{place} lies in another region: set AWS_REGION")
    return PassingError(errno.ENXIO, f"{place} lies elsewhere, without saying where")
