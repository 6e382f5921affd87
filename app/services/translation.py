"""The language of the window: texts, buttons of Qt's own dialogs, numbers and dates."""

import logging

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from resources.languages import LANGUAGES, SOURCE_LANGUAGE, translation_file

_LOG = logging.getLogger(__name__)


def set_language(application: QCoreApplication, language: str) -> str:
    """Sets the language of all widgets that are built from now on; returns `chosen_language`."""
    chosen = chosen_language(language)
    for translator in application.findChildren(QTranslator):
        application.removeTranslator(translator)
        translator.setParent(None)
        translator.deleteLater()
    QLocale.setDefault(_locale(chosen, is_asked=language in LANGUAGES))
    _load(application, f"{QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)}/qtbase_{chosen}.qm")
    if chosen != SOURCE_LANGUAGE:
        _load(application, str(translation_file(chosen)))
    return chosen


def chosen_language(language: str) -> str:
    """Returns `language` if it is one of `LANGUAGES`, else the first such language of the user, else English."""
    if language in LANGUAGES:
        return language
    codes = (name.replace("_", "-").partition("-")[0] for name in system_languages())
    return next((code for code in codes if code in LANGUAGES), SOURCE_LANGUAGE)


def system_languages() -> list[str]:
    """Returns the languages of the user's system, best first: `de-AT`, `de`."""
    return QLocale.system().uiLanguages()


def _locale(chosen: str, *, is_asked: bool) -> QLocale:
    """Returns the format of numbers and dates: the system's, unless another language was chosen."""
    system, own = QLocale.system(), QLocale(chosen)
    return own if is_asked and system.language() != own.language() else system


def _load(application: QCoreApplication, file: str) -> None:
    translator = QTranslator(application)
    if translator.load(file):
        application.installTranslator(translator)
    else:
        _LOG.warning("No translations were found in %s", file)
