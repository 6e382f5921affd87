"""What the runtime says of packs that cannot be had, in the user's language.

The runtime speaks English, to commands and logs too. Each of its sentences is known here with its values in braces, and
a test holds this list to what it says.
"""

from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from widgets.forms import Forms
from widgets.sentences import spoken_value

FORMS: Final[tuple[object, ...]] = (
    QT_TRANSLATE_NOOP("PackFaults", "The archive {name} is damaged or not whole: {reason}."),
    QT_TRANSLATE_NOOP("PackFaults", "The archive has a header that would fill the memory. It is not unpacked."),
    QT_TRANSLATE_NOOP("PackFaults", "{name} is no .zip, .tar.xz or .tar.gz file, whatever its name says."),
    QT_TRANSLATE_NOOP("PackFaults", "The archive {name} asks for a password. Unpack it yourself, and add the folder."),
    QT_TRANSLATE_NOOP("PackFaults", "There is no file {path} any more."),
    QT_TRANSLATE_NOOP("PackFaults", "The file {path} has changed meanwhile. Look again, then try again."),
    QT_TRANSLATE_NOOP("PackFaults", "The pack cannot be prepared in {folder}: {reason}."),
    QT_TRANSLATE_NOOP("PackFaults", "The file has {size} or more; no pack is that large."),
    QT_TRANSLATE_NOOP("PackFaults", "{address} is a web page, not a .zip, .tar.xz or .tar.gz file."),
    QT_TRANSLATE_NOOP("PackFaults", "{address} is something else ({kind}), not a .zip, .tar.xz or .tar.gz file."),
    QT_TRANSLATE_NOOP("PackFaults", "What arrived is not the file that was offered. Look again, then try again."),
    QT_TRANSLATE_NOOP("PackFaults", "The transfer ended before its end. Try again."),
    QT_TRANSLATE_NOOP(
        "PackFaults",
        "The disk of {folder} has {free} left, which is too little for {size} and what will be unpacked from "
        "it. Make room, then try again.",
    ),
    QT_TRANSLATE_NOOP(
        "PackFaults",
        "The disk of {folder} has {free} left, and there is more to come. Make room, then try again.",
    ),
    QT_TRANSLATE_NOOP("PackFaults", "{path} cannot be written: {reason}."),
    QT_TRANSLATE_NOOP("PackFaults", "There is no repository or branch {source}, or it is private. Check the name."),
    QT_TRANSLATE_NOOP("PackFaults", "The answer about the repository has no {name}. Try again later."),
    QT_TRANSLATE_NOOP(
        "PackFaults",
        "{host} gave no answer that can be understood. A login page of the network may be in between; open a "
        "page in the browser, then try again.",
    ),
    QT_TRANSLATE_NOOP("PackFaults", "{host} answers no more questions from here for now. Try again in an hour."),
    QT_TRANSLATE_NOOP("PackFaults", "{host} answers no more questions from here for now. Try again at {time}."),
    QT_TRANSLATE_NOOP("PackFaults", "{host} answers {status} to {address}. Check the address."),
    QT_TRANSLATE_NOOP("PackFaults", "{host} broke the connection off. Try again."),
    QT_TRANSLATE_NOOP("PackFaults", "{host} broke the transfer off. Try again."),
    QT_TRANSLATE_NOOP("PackFaults", "{host} has nothing at {address}. Check the address."),
    QT_TRANSLATE_NOOP("PackFaults", "{host} does not let everybody have {address} (it answers {status})."),
    QT_TRANSLATE_NOOP("PackFaults", "{host} has a fault of its own (it answers {status}). Try again later."),
    QT_TRANSLATE_NOOP("PackFaults", "Nothing arrived from {host} for {seconds} seconds. Try again."),
    QT_TRANSLATE_NOOP(
        "PackFaults",
        "The connection with {host} cannot be trusted: {reason}. Check the clock of this machine and what "
        "filters its network.",
    ),
    QT_TRANSLATE_NOOP("PackFaults", "{host} does not answer. Check the connection, then try again."),
    QT_TRANSLATE_NOOP("PackFaults", "{host} refuses the connection. Check the address, then try again."),
    QT_TRANSLATE_NOOP("PackFaults", "{host} cannot be reached: this machine seems to be offline."),
    QT_TRANSLATE_NOOP("PackFaults", "{address} is no address that can be fetched."),
    QT_TRANSLATE_NOOP("PackFaults", "{host} sends us on to {address}, which is not safe."),
    QT_TRANSLATE_NOOP("PackFaults", "The answer of {host} is far too long."),
    QT_TRANSLATE_NOOP("PackFaults", "{host} answers too slowly. Try again later."),
    QT_TRANSLATE_NOOP("PackFaults", "The archive has a name of {count} letters: {name} … It is not unpacked."),
    QT_TRANSLATE_NOOP("PackFaults", "The archive wants to write outside of its folder: {name}. It is not unpacked."),
    QT_TRANSLATE_NOOP("PackFaults", "The archive has {count} folders within each other: {name} … It is not unpacked."),
    QT_TRANSLATE_NOOP(
        "PackFaults", "The archive has a name with letters that cannot be shown: {name}. It is not unpacked."
    ),
    QT_TRANSLATE_NOOP("PackFaults", "The archive has a name that is no text: {name}. It is not unpacked."),
    QT_TRANSLATE_NOOP(
        "PackFaults", "The archive has a name of {count} bytes, {name}, which is too long. It is not unpacked."
    ),
    QT_TRANSLATE_NOOP(
        "PackFaults", "Windows takes no file of the name {name}, which the archive has. It is not unpacked."
    ),
    QT_TRANSLATE_NOOP("PackFaults", "The file {path} cannot be read: {reason}."),
    QT_TRANSLATE_NOOP(
        "PackFaults",
        "The new version cannot take its place in {folder}: {reason}. The old one is as it was. End the "
        "programs that use its files, then try again.",
    ),
    QT_TRANSLATE_NOOP("PackFaults", "The folder {folder} cannot be read: {reason}."),
    QT_TRANSLATE_NOOP("PackFaults", "{name} cannot be repaired: {reason}. Try again."),
    QT_TRANSLATE_NOOP("PackFaults", "{name} is no longer to be had in the version that is installed. Update it."),
    QT_TRANSLATE_NOOP("PackFaults", "{folder} cannot be removed: {reason}. End the programs that use its files."),
    QT_TRANSLATE_NOOP(
        "PackFaults",
        "The document {path} cannot be read: {reason}. Its files are as they were; add the pack again to "
        "have it looked after.",
    ),
    QT_TRANSLATE_NOOP(
        "PackFaults", "Another window or command of Kickabout works on the pack {name}. Wait until it is done."
    ),
    QT_TRANSLATE_NOOP(
        "PackFaults",
        "Name a repository as owner/name, the address of a .zip, .tar.xz or .tar.gz file, or such a file on "
        "this machine.",
    ),
    QT_TRANSLATE_NOOP(
        "PackFaults",
        "{text} is no source of a pack. Name a repository as owner/name, the address of a .zip, .tar.xz or "
        ".tar.gz file, or such a file on this machine.",
    ),
    QT_TRANSLATE_NOOP(
        "PackFaults", "{text} is no address that can be fetched: it begins with https:// or http:// and a host."
    ),
    QT_TRANSLATE_NOOP(
        "PackFaults", "The address has a name or password in it, which would be kept in a file. Leave it out."
    ),
    QT_TRANSLATE_NOOP(
        "PackFaults",
        "{text} does not end like an archive. Name a repository as owner/name, the address of a .zip, "
        ".tar.xz or .tar.gz file, or such a file on this machine.",
    ),
    QT_TRANSLATE_NOOP("PackFaults", "There is no file {path}."),
    QT_TRANSLATE_NOOP("PackFaults", "{name} cannot be unpacked into {folder}: {reason}."),
    QT_TRANSLATE_NOOP("PackFaults", "The archive {name} is empty."),
    QT_TRANSLATE_NOOP(
        "PackFaults",
        "The archive {name} unpacks to more than {size}, which no pack of its size does. It is not unpacked.",
    ),
    QT_TRANSLATE_NOOP("PackFaults", "The archive has more than {count} files. It is not unpacked."),
    QT_TRANSLATE_NOOP("PackFaults", "The archive has more than {count} folders. It is not unpacked."),
    QT_TRANSLATE_NOOP("PackFaults", "The archive has a device in it: {name}. It is not unpacked."),
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
