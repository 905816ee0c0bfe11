"""Object stores by obstore: S3, Google Cloud Storage, Azure, and what speaks like one of them. Only this module imports it."""

import errno
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from vdlite.packages import needed
from vdlite.reader.files.files import PassingError
from vdlite.reader.remote.address import Address
from vdlite.reader.remote.objects import DeniedError, Object, Piece, ShorterError, odd_name

if TYPE_CHECKING:
    from obstore import ObjectMeta

S3 = ("s3", "s3a")
GOOGLE = ("gs",)
AZURE = ("az", "azure", "adl", "abfs", "abfss")
WEB = ("http", "https")
SCHEMES = (*S3, *GOOGLE, *AZURE, *WEB)

PAGE = 1000  # objects that a store lists with one request
_SECONDS = 30  # for one request
_RETRIES = 2
_STATUS = re.compile(r"status code: (\d{3})")
_CODE = re.compile(r'<Code>(\w{1,60})</Code>|"(?:reason|code)": ?"(\w{1,60})"')
_EXPIRED = {"ExpiredToken", "ExpiredTokenException", "TokenRefreshRequired", "RequestExpired"}
_NO_BUCKET = {"NoSuchBucket", "ContainerNotFound", "InvalidBucketName"}
_HTTP_ENDPOINTS = ("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL", "AWS_ENDPOINT", "AZURE_STORAGE_ENDPOINT", "AZURE_ENDPOINT")  # fmt: skip
_SERVICES_OF_KEYS = ("169.254.", "metadata.google", "fd00:ec2", "/identity/oauth2")
"""Where obstore asks for credentials if the environment has none."""


class ObjectStore:
    """The objects below an address of an object store, with the credentials of the environment."""

    def __init__(self, address: Address) -> None:
        """Raises MissingPackageError without obstore, and OSError for an address that it does not know."""
        with needed(f"{address.scheme}://"):
            import obstore
            from obstore.exceptions import BaseError
            from obstore.store import from_url
        self._address = address
        self._library: Any = obstore
        self._base_error: type[Exception] = BaseError
        with self._clearly():
            self._store: Any = from_url(
                _url(address),
                client_options={
                    "timeout": timedelta(seconds=_SECONDS),
                    "connect_timeout": timedelta(seconds=5),
                    # Only where whoever set the endpoint said so.
                    "allow_http": address.scheme == "http" or _has_http_endpoint(),
                },
                retry_config={
                    "max_retries": _RETRIES,
                    "retry_timeout": timedelta(seconds=_SECONDS),
                },
            )

    def list(self) -> Iterator[list[Object]]:
        """See `Objects`."""
        with self._clearly():
            for page in self._library.list(self._store, chunk_size=PAGE):
                yield [_object(meta) for meta in page]

    def look(self, key: str) -> Object:
        """See `Objects`."""
        with self._clearly():
            return _object(self._library.head(self._store, key))

    def read(self, key: str, start: int, end: int) -> Piece:
        """See `Objects`."""
        with self._clearly():
            got = self._library.get(self._store, key, options={"range": (start, end)})
            return Piece(bytes(got.bytes()), _object(got.meta))

    @contextmanager
    def _clearly(self) -> Iterator[None]:
        """Errors of the library, as sentences. What it says itself may hold parts of keys, and is not passed on."""
        try:
            yield
        except FileNotFoundError as error:
            raise _error(self._address, str(error), is_object=True) from None
        except PermissionError as error:
            raise _error(self._address, str(error)) from None
        except self._base_error as error:
            raise _error(self._address, f"{type(error).__name__}: {error}") from None


def _url(address: Address) -> str:
    """The address as obstore reads it: it takes %20 for a space, ? and # for ends."""
    first, *rest = address.parts
    if address.scheme in WEB:
        return str(address)
    return f"{address.scheme}://{'/'.join([first, *(quote(part, safe='') for part in rest)])}"


def _has_http_endpoint() -> bool:
    return any(os.environ.get(name, "").startswith("http://") for name in _HTTP_ENDPOINTS)


def _object(meta: "ObjectMeta") -> Object:
    changed, size = meta["last_modified"].timestamp(), meta["size"]
    version = meta.get("e_tag") or meta.get("version") or f"{size} {changed}"
    return Object(meta["path"], size, changed, version)


def _error(address: Address, text: str, *, is_object: bool = False) -> OSError:
    """The error in words of ours: what, where, what to do."""
    status = int(found[1]) if (found := _STATUS.search(text)) else 0
    code = next(filter(None, found.groups()), "") if (found := _CODE.search(text)) else ""
    bucket = f"{address.scheme}://{address.parts[0]}"
    said = (
        f" (the store says {' '.join(filter(None, [str(status or ''), code]))})" if status else ""
    )
    if status == 416:
        return ShorterError()
    if code in _NO_BUCKET:
        return PassingError(
            errno.ENXIO, f"there is no bucket {bucket}: see its name, and the endpoint{said}"
        )
    if is_object:
        return FileNotFoundError(errno.ENOENT, f"the object is gone from {bucket}")
    if code in _EXPIRED:
        return DeniedError(
            errno.EACCES, f"the credentials for {bucket} have expired: renew them{said}"
        )
    if any(service in text for service in _SERVICES_OF_KEYS):
        return DeniedError(
            errno.EACCES,
            f"no credentials for {bucket}: set them in the environment (see 'Read logs from an object store')",
        )
    if status in (401, 403) or code in ("InvalidAccessKeyId", "AuthenticationFailed"):
        return DeniedError(
            errno.EACCES,
            f"the credentials do not open {bucket}: listing and reading must be allowed{said}",
        )
    if "redirect without LOCATION" in text or code == "AuthorizationHeaderMalformed":
        return PassingError(errno.ENXIO, f"{bucket} lies in another region: set AWS_REGION")
    if text.startswith("InvalidPathError") or "empty path segment" in text:
        return odd_name()
    if status == 404:
        return PassingError(errno.ENXIO, f"there is nothing that lists {address}{said}")
    if status:
        return PassingError(errno.EIO, f"{bucket} does not answer as it should{said}")
    if "URL" in text or text.startswith("UnknownConfigurationKeyError"):
        return OSError(errno.EINVAL, f"no address of an object store: {address}")
    if text.startswith(("NotSupportedError", "NotImplemented")):
        return OSError(errno.ENOTSUP, f"{bucket} can't be listed")
    return PassingError(errno.EIO, f"{bucket} can't be reached: see the network and the endpoint")
