"""Object stores by obstore: S3, Google Cloud Storage, Azure, WebDAV, and what speaks like one of them. Only this module imports it."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote

from vdlite.packages import needed
from vdlite.reader.remote.address import AZURE, GOOGLE, S3, WEB, Address
from vdlite.reader.remote.objects import Object, Piece
from vdlite.reader.remote.store_errors import store_error, too_flat
from vdlite.reader.remote.web_login import login_headers

if TYPE_CHECKING:
    from obstore import ObjectMeta

PAGE = 1000  # objects that are handed on at once
_TRIED = 3  # folders that are looked into, to see whether a list has all
_SECONDS = 30  # for one request
_RETRIES = 2
_ENDPOINTS = (
    dict.fromkeys(S3, ("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL", "AWS_ENDPOINT"))
    | dict.fromkeys(GOOGLE, ("GOOGLE_BASE_URL",))
    | dict.fromkeys(AZURE, ("AZURE_STORAGE_ENDPOINT", "AZURE_ENDPOINT"))
)


class ObjectStore:
    """The objects below an address of an object store, with the credentials of the environment."""

    def __init__(self, address: Address) -> None:
        """Raises MissingPackageError without obstore, and OSError for an address that it does not know."""
        with needed(f"{address.scheme}://"):
            import obstore
            from obstore.exceptions import BaseError
        self._address = address
        self._library: Any = obstore
        self._base_error: type[Exception] = BaseError
        with self._clearly():
            url = _url(address)
            is_web = address.scheme in WEB and obstore.parse_scheme(url) == "http"
            headers = login_headers(address) if is_web else {}
            self._store: Any = self._at(url, headers)
            self._listed = self._store
            self._start = ""  # of all paths in a list
            self._goes_deep = not is_web
            if is_web:
                # What WebDAV lists begins at the root of the host; without the last slash, Apache redirects.
                self._listed = self._at(f"{url}/", headers)
                self._start = "".join(f"{unquote(part)}/" for part in address.parts[1:])

    def _at(self, url: str, headers: dict[str, str]) -> Any:
        from obstore.store import from_url

        return from_url(
            url,
            client_options={
                "timeout": timedelta(seconds=_SECONDS),
                "connect_timeout": timedelta(seconds=5),
                # Only where whoever set the endpoint said so.
                "allow_http": self._address.scheme == "http" or _has_http_endpoint(self._address),
                "default_headers": headers,
            },
            retry_config={
                "max_retries": _RETRIES,
                "retry_timeout": timedelta(seconds=_SECONDS),
            },
        )

    def list(self) -> Iterator[list[Object]]:
        """See `Objects`."""
        start = len(self._start)
        is_flat = True
        with self._clearly():
            for page in self._library.list(self._listed, chunk_size=PAGE):
                objects = [
                    _object(meta, start) for meta in page if meta["path"][:start] == self._start
                ]
                is_flat = is_flat and not any("/" in each.key for each in objects)
                yield objects
            if is_flat and not self._goes_deep:
                self._check_depth()

    def _check_depth(self) -> None:
        """Raise OSError if the server, as that of Nextcloud, lists one folder where all were asked for."""
        for path in self._library.list_with_delimiter(self._store)["common_prefixes"][:_TRIED]:
            folder = path[len(self._start) :]
            if not folder:
                continue  # a folder may list itself
            inside = self._library.list_with_delimiter(self._store, folder)
            if inside["objects"] or set(inside["common_prefixes"]) - {path}:
                raise too_flat(self._address)
        self._goes_deep = True

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
        """Errors of the library, as sentences."""
        try:
            yield
        except FileNotFoundError as error:
            raise store_error(self._address, str(error), is_object=True) from None
        except PermissionError as error:
            raise store_error(self._address, str(error)) from None
        except self._base_error as error:
            raise store_error(self._address, f"{type(error).__name__}: {error}") from None


def _url(address: Address) -> str:
    """The address as obstore reads it: it takes %20 for a space, ? and # for ends."""
    first, *rest = address.parts
    if address.scheme in WEB:  # where one may have written %20, and the user is sent otherwise
        first, rest = first.rpartition("@")[2], [unquote(part) for part in rest]
    return f"{address.scheme}://{'/'.join([first, *(quote(part, safe='') for part in rest)])}"


def _has_http_endpoint(address: Address) -> bool:
    names = _ENDPOINTS.get(address.scheme, ())
    return any(os.environ.get(name, "").startswith("http://") for name in names)


def _object(meta: "ObjectMeta", start: int = 0) -> Object:
    """start: where the key begins in the path that the store gives."""
    changed, size = meta["last_modified"].timestamp(), meta["size"]
    # Azure and Google quote it with an object, and not in a list.
    tag = (meta.get("e_tag") or "").removeprefix("W/").strip('"')
    version = tag or meta.get("version") or f"{size} {changed}"
    return Object(meta["path"][start:], size, changed, version)
