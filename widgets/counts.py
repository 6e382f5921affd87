"""How many there are of something, in words: "1 car", "2 cars", and as many forms as a language has."""

from PySide6.QtCore import QObject


class Counts(QObject):
    """English needs no translation file for its two forms; other languages have theirs in the text with `%n`."""

    def cars(self, n: int) -> str:
        return self.tr("1 car") if n == 1 else self.tr("%n cars", "", n)

    def bots(self, n: int) -> str:
        return self.tr("1 bot") if n == 1 else self.tr("%n bots", "", n)

    def errors(self, n: int) -> str:
        return self.tr("1 error") if n == 1 else self.tr("%n errors", "", n)

    def warnings(self, n: int) -> str:
        return self.tr("1 warning") if n == 1 else self.tr("%n warnings", "", n)

    def seconds(self, n: int) -> str:
        return self.tr("1 second") if n == 1 else self.tr("%n seconds", "", n)

    def minutes(self, n: int) -> str:
        return self.tr("1 minute") if n == 1 else self.tr("%n minutes", "", n)

    def goals(self, n: int) -> str:
        return self.tr("1 goal") if n == 1 else self.tr("%n goals", "", n)

    def games(self, n: int) -> str:
        return self.tr("1 game") if n == 1 else self.tr("%n games", "", n)

    def restarts(self, n: int) -> str:
        return self.tr("1 restart") if n == 1 else self.tr("%n restarts", "", n)

    def left_out_lines(self, n: int) -> str:
        if n == 1:
            return self.tr("1 line skipped: output came too fast.")
        return self.tr("%n lines skipped: output came too fast.", "", n)

    def left_out_drawings(self, n: int) -> str:
        return self.tr("1 drawing omitted") if n == 1 else self.tr("%n drawings omitted", "", n)

    def failed_agents(self, n: int) -> str:
        return self.tr("1 agent failed") if n == 1 else self.tr("%n agents failed", "", n)

    def silent_agents(self, n: int) -> str:
        return self.tr("1 agent never answered") if n == 1 else self.tr("%n agents never answered", "", n)

    def interference(self, n: int) -> str:
        return self.tr("1 action by another program") if n == 1 else self.tr("%n actions by other programs", "", n)

    def notices(self, n: int) -> str:
        return self.tr("1 notice") if n == 1 else self.tr("%n notices", "", n)

    def packages(self, n: int) -> str:
        return self.tr("1 package") if n == 1 else self.tr("%n packages", "", n)
