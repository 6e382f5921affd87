"""What the runtime says of packs that cannot be had, in the user's language.

The runtime speaks English, to commands and logs too. Each of its sentences is known here with its values in braces, and
a test holds this list to what it says.
"""

from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from widgets.forms import Forms
from widgets.sentences import spoken_value

FORMS: Final[tuple[object, ...]] = (
    QT_TRANSLATE_NOOP("PackFaults", "The archive {name} is damaged or incomplete: {reason}."),
    QT_TRANSLATE_NOOP("PackFaults", "The archive has a header that would use too much memory. It is not unpacked."),
    QT_TRANSLATE_NOOP("PackFaults", "{name} is not a .zip, .tar.xz or .tar.gz file, despite its name."),
    QT_TRANSLATE_NOOP("PackFaults", "The archive {name} needs a password. Unpack it yourself and add the folder."),
    QT_TRANSLATE_NOOP("PackFaults", "The file {path} no longer exists."),
    QT_TRANSLATE_NOOP("PackFaults", "The file {path} has changed. Check again, then retry."),
    QT_TRANSLATE_NOOP("PackFaults", "The pack cannot be prepared in {folder}: {reason}."),
    QT_TRANSLATE_NOOP("PackFaults", "The file has {size} or more, which is too large for a pack."),
    QT_TRANSLATE_NOOP("PackFaults", "{address} is a web page, not a .zip, .tar.xz or .tar.gz file."),
    QT_TRANSLATE_NOOP("PackFaults", "{address} is of type {kind}, not a .zip, .tar.xz or .tar.gz file."),
    QT_TRANSLATE_NOOP("PackFaults", "The downloaded file is not the one that was offered. Check again, then retry."),
    QT_TRANSLATE_NOOP("PackFaults", "The download is incomplete. Try again."),
    QT_TRANSLATE_NOOP(
        "PackFaults",
        "The disk of {folder} has {free} left, too little for {size} and its unpacked files. Free some "
        "space, then try again.",
    ),
    QT_TRANSLATE_NOOP(
        "PackFaults",
        "The disk of {folder} has only {free} left. Free some space, then try again.",
    ),
    QT_TRANSLATE_NOOP("PackFaults", "{path} cannot be written: {reason}."),
    QT_TRANSLATE_NOOP("PackFaults", "The repository or branch {source} does not exist or is private. Check the name."),
    QT_TRANSLATE_NOOP("PackFaults", "The answer about the repository lacks {name}. Try again later."),
    QT_TRANSLATE_NOOP(
        "PackFaults",
        "{host} sent an answer that Kickabout does not understand, perhaps a network login page. Open a "
        "page in the browser, then try again.",
    ),
    QT_TRANSLATE_NOOP("PackFaults", "{host} has blocked further requests for now. Try again in an hour."),
    QT_TRANSLATE_NOOP("PackFaults", "{host} has blocked further requests for now. Try again at {time}."),
    QT_TRANSLATE_NOOP("PackFaults", "{host} answers {status} to {address}. Check the address."),
    QT_TRANSLATE_NOOP("PackFaults", "{host} closed the connection. Try again."),
    QT_TRANSLATE_NOOP("PackFaults", "{host} interrupted the download. Try again."),
    QT_TRANSLATE_NOOP("PackFaults", "{address} was not found on {host}. Check the address."),
    QT_TRANSLATE_NOOP("PackFaults", "{host} denies access to {address} (status {status})."),
    QT_TRANSLATE_NOOP("PackFaults", "{host} has an internal error (status {status}). Try again later."),
    QT_TRANSLATE_NOOP("PackFaults", "Nothing arrived from {host} for {seconds} seconds. Try again."),
    QT_TRANSLATE_NOOP(
        "PackFaults",
        "The connection to {host} cannot be trusted: {reason}. Check this machine's clock and any network filter.",
    ),
    QT_TRANSLATE_NOOP("PackFaults", "{host} does not answer. Check the connection, then try again."),
    QT_TRANSLATE_NOOP("PackFaults", "{host} refuses the connection. Check the address, then try again."),
    QT_TRANSLATE_NOOP("PackFaults", "{host} cannot be reached: this machine seems to be offline."),
    QT_TRANSLATE_NOOP("PackFaults", "{address} is not a valid download address."),
    QT_TRANSLATE_NOOP("PackFaults", "{host} redirects to {address}, which is not safe."),
    QT_TRANSLATE_NOOP("PackFaults", "The answer of {host} is too long."),
    QT_TRANSLATE_NOOP("PackFaults", "{host} answers too slowly. Try again later."),
    QT_TRANSLATE_NOOP("PackFaults", "The archive contains a name of {count} characters: {name} … It is not unpacked."),
    QT_TRANSLATE_NOOP("PackFaults", "The archive would write outside its folder: {name}. It is not unpacked."),
    QT_TRANSLATE_NOOP("PackFaults", "The archive contains {count} nested folders: {name} … It is not unpacked."),
    QT_TRANSLATE_NOOP(
        "PackFaults", "The archive contains a name with unprintable characters: {name}. It is not unpacked."
    ),
    QT_TRANSLATE_NOOP("PackFaults", "The archive contains a name that is not valid text: {name}. It is not unpacked."),
    QT_TRANSLATE_NOOP(
        "PackFaults", "The archive contains a name that is too long ({count} bytes): {name}. It is not unpacked."
    ),
    QT_TRANSLATE_NOOP(
        "PackFaults", "The archive contains {name}, a file name that Windows does not allow. It is not unpacked."
    ),
    QT_TRANSLATE_NOOP("PackFaults", "The file {path} cannot be read: {reason}."),
    QT_TRANSLATE_NOOP(
        "PackFaults",
        "The new version cannot be installed in {folder}: {reason}. The old version is unchanged. Close "
        "the programs that use its files, then try again.",
    ),
    QT_TRANSLATE_NOOP("PackFaults", "The folder {folder} cannot be read: {reason}."),
    QT_TRANSLATE_NOOP("PackFaults", "{name} cannot be repaired: {reason}. Try again."),
    QT_TRANSLATE_NOOP("PackFaults", "The installed version of {name} is no longer available. Update it."),
    QT_TRANSLATE_NOOP("PackFaults", "{folder} cannot be removed: {reason}. Close the programs that use its files."),
    QT_TRANSLATE_NOOP(
        "PackFaults",
        "The document {path} cannot be read: {reason}. The pack's files are unchanged; add the pack again "
        "to manage it.",
    ),
    QT_TRANSLATE_NOOP("PackFaults", "Another Kickabout process is working on the pack {name}. Wait until it is done."),
    QT_TRANSLATE_NOOP(
        "PackFaults",
        "Enter a repository (owner/name), or the address or path of a .zip, .tar.xz or .tar.gz file.",
    ),
    QT_TRANSLATE_NOOP(
        "PackFaults",
        "{text} is not a pack source. Enter a repository (owner/name), or the address or path of a .zip, "
        ".tar.xz or .tar.gz file.",
    ),
    QT_TRANSLATE_NOOP(
        "PackFaults", "{text} is not a valid address: it must begin with https:// or http:// and a host."
    ),
    QT_TRANSLATE_NOOP(
        "PackFaults", "The address contains a user name or password, which would be saved in a file. Remove it."
    ),
    QT_TRANSLATE_NOOP(
        "PackFaults",
        "{text} does not have the suffix of an archive. Enter a repository (owner/name), or the address "
        "or path of a .zip, .tar.xz or .tar.gz file.",
    ),
    QT_TRANSLATE_NOOP("PackFaults", "File not found: {path}"),
    QT_TRANSLATE_NOOP("PackFaults", "{name} cannot be unpacked into {folder}: {reason}."),
    QT_TRANSLATE_NOOP("PackFaults", "The archive {name} is empty."),
    QT_TRANSLATE_NOOP(
        "PackFaults",
        "The archive {name} unpacks to more than {size}, which is suspicious for its size. It is not unpacked.",
    ),
    QT_TRANSLATE_NOOP("PackFaults", "The archive contains more than {count} files. It is not unpacked."),
    QT_TRANSLATE_NOOP("PackFaults", "The archive contains more than {count} folders. It is not unpacked."),
    QT_TRANSLATE_NOOP("PackFaults", "The archive contains a device file: {name}. It is not unpacked."),
    QT_TRANSLATE_NOOP("PackFaults", "{path}: a link to {target}"),
    QT_TRANSLATE_NOOP("PackFaults", "and {count} more"),
)
_SENTENCES: Final = Forms(FORMS, {})


def fault_words(text: str) -> str:
    """A sentence of the runtime in the user's language; it stays as it is where it is unknown."""
    known = _SENTENCES.known(text)
    if known is None:
        return text
    form, values = known
    said = {name: spoken_value(name, value) for name, value in values.items()}
    return QCoreApplication.translate("PackFaults", form).format(**said)
