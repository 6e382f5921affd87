"""The words of `kickabout pack`."""

import argparse


def add_pack_options(pack: argparse.ArgumentParser) -> None:
    """Adds the deeds and what they take."""
    deeds = pack.add_subparsers(dest="deed", metavar="DEED", required=True)
    add = deeds.add_parser("add", help="fetch a pack, after showing what will be fetched")
    add.add_argument("source", metavar="SOURCE", help="owner/repository, an address, or a file: .zip, .tar.xz, .tar.gz")
    shown = deeds.add_parser("list", help="show the packs on this machine")
    shown.add_argument("--json", action="store_true", help="print them as one JSON object")
    update = deeds.add_parser("update", help="look for newer versions, and take them after a question")
    update.add_argument("names", nargs="*", metavar="NAME", help="default: all packs")
    repair = deeds.add_parser("repair", help="put back files that are not as they came")
    repair.add_argument("name", metavar="NAME")
    remove = deeds.add_parser("remove", help="delete a pack; asks if some of its files are yours")
    remove.add_argument("name", metavar="NAME")
    remove.add_argument("--keep", action="store_true", help="keep a copy of files that are yours, without a question")
    for deed in (add, update, repair, remove):
        deed.add_argument("--yes", action="store_true", help="do it without a question")
