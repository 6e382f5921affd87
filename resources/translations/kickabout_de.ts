<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>AboutDialog</name>
    <message>
        <source>About Kickabout</source>
        <translation>Über Kickabout</translation>
    </message>
    <message>
        <source>Start, watch and measure matches between game bots. MIT licence.</source>
        <translation>Spiele zwischen Bots starten, ansehen und messen. MIT-Lizenz.</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy all of this, for a report</source>
        <translation>Alles hiervon kopieren, für einen Bericht</translation>
    </message>
    <message>
        <source>Copy all of this</source>
        <translation>Alles hiervon kopieren</translation>
    </message>
</context>
<context>
    <name>AgentCard</name>
    <message>
        <source>More of this card (menu key)</source>
        <translation>Mehr zu dieser Karte (Menütaste)</translation>
    </message>
    <message>
        <source>More of {0}</source>
        <translation>Mehr zu {0}</translation>
    </message>
    <message>
        <source>Show its log</source>
        <translation>Protokoll zeigen</translation>
    </message>
    <message>
        <source>Swap: let its present source play</source>
        <translation>Austauschen: den jetzigen Stand spielen lassen</translation>
    </message>
    <message>
        <source>Keep the version that plays</source>
        <translation>Die Version behalten, die spielt</translation>
    </message>
    <message>
        <source>Stop it and start it again</source>
        <translation>Stoppen und neu starten</translation>
    </message>
    <message>
        <source>Bench: stop it, its car stands still</source>
        <translation>Auf die Bank: stoppen, das Auto bleibt stehen</translation>
    </message>
    <message>
        <source>It may draw into the arena</source>
        <translation>Darf in die Arena zeichnen</translation>
    </message>
    <message>
        <source>Do what helps</source>
        <translation>Tun, was hilft</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Verdoppeln</translation>
    </message>
    <message>
        <source>Replace by another bot …</source>
        <translation>Durch anderen Bot ersetzen …</translation>
    </message>
    <message>
        <source>Rename …</source>
        <translation>Umbenennen …</translation>
    </message>
    <message>
        <source>Choose a loadout …</source>
        <translation>Ausstattung wählen …</translation>
    </message>
    <message>
        <source>Skill</source>
        <translation>Können</translation>
    </message>
    <message>
        <source>Kickabout starts it</source>
        <translation>Kickabout startet ihn</translation>
    </message>
    <message>
        <source>Move to the other team</source>
        <translation>Ins andere Team verschieben</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>Nach oben</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>Nach unten</translation>
    </message>
    <message>
        <source>Open its folder</source>
        <translation>Ordner öffnen</translation>
    </message>
    <message>
        <source>Remove from the match</source>
        <translation>Aus dem Spiel entfernen</translation>
    </message>
    <message>
        <source>Nobody may draw: “Drawing by bots” is off for good in the settings of this match.</source>
        <translation>Niemand darf zeichnen: „Zeichnen durch Bots“ ist in den Einstellungen dieses Spiels ganz ausgeschaltet.</translation>
    </message>
    <message>
        <source>by {0}</source>
        <translation>von {0}</translation>
    </message>
    <message>
        <source>bot</source>
        <translation>Bot</translation>
    </message>
    <message>
        <source>hivemind</source>
        <translation>Hivemind</translation>
    </message>
    <message>
        <source>driven by the game</source>
        <translation>fährt das Spiel selbst</translation>
    </message>
    <message>
        <source>driven by a person</source>
        <translation>fährt ein Mensch</translation>
    </message>
    <message>
        <source>script</source>
        <translation>Skript</translation>
    </message>
    <message>
        <source>match paused</source>
        <translation>Spielpause</translation>
    </message>
    <message>
        <source>version {0}</source>
        <translation>Version {0}</translation>
    </message>
    <message>
        <source>{0} answers/s</source>
        <translation>{0} Antworten/s</translation>
    </message>
    <message>
        <source>{0} % CPU</source>
        <translation>{0} % CPU</translation>
    </message>
    <message>
        <source>{0} % late</source>
        <translation>{0} % spät</translation>
    </message>
    <message>
        <source>Show the last error</source>
        <translation>Letzten Fehler zeigen</translation>
    </message>
    <message>
        <source>not answering</source>
        <translation>antwortet nicht</translation>
    </message>
</context>
<context>
    <name>AgentStates</name>
    <message>
        <source>not started</source>
        <translation>nicht gestartet</translation>
    </message>
    <message>
        <source>waiting for you</source>
        <translation>wartet auf dich</translation>
    </message>
    <message>
        <source>starting</source>
        <translation>startet</translation>
    </message>
    <message>
        <source>connected</source>
        <translation>verbunden</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>bereit</translation>
    </message>
    <message>
        <source>playing</source>
        <translation>spielt</translation>
    </message>
    <message>
        <source>restarting</source>
        <translation>startet neu</translation>
    </message>
    <message>
        <source>stopping</source>
        <translation>stoppt</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>gestoppt</translation>
    </message>
    <message>
        <source>exited</source>
        <translation>beendet</translation>
    </message>
    <message>
        <source>crashed</source>
        <translation>abgestürzt</translation>
    </message>
    <message>
        <source>hung</source>
        <translation>hängt</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
</context>
<context>
    <name>ArenaCanvas</name>
    <message>
        <source>Arena from above</source>
        <translation>Arena von oben</translation>
    </message>
</context>
<context>
    <name>Arrivals</name>
    <message>
        <source>A match is running; open the files when it is over.</source>
        <translation>Ein Spiel läuft; öffne die Dateien, wenn es vorbei ist.</translation>
    </message>
    <message>
        <source>There is no bot.toml in the folder {path}.</source>
        <translation>Im Ordner {path} liegt keine bot.toml.</translation>
    </message>
    <message>
        <source>There is no file {path}.</source>
        <translation>Es gibt keine Datei {path}.</translation>
    </message>
    <message>
        <source>One match at a time: name one match file, and bots if you like.</source>
        <translation>Immer nur ein Spiel: Nenne eine Spieldatei und, wenn du möchtest, Bots.</translation>
    </message>
</context>
<context>
    <name>BottomBar</name>
    <message>
        <source>Start</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stopp</translation>
    </message>
    <message>
        <source>Start the match</source>
        <translation>Spiel starten</translation>
    </message>
    <message>
        <source>Stop the match</source>
        <translation>Spiel stoppen</translation>
    </message>
    <message>
        <source>What is happening</source>
        <translation>Was geschieht</translation>
    </message>
    <message>
        <source>There is no match to start.</source>
        <translation>Es gibt kein Spiel, das starten könnte.</translation>
    </message>
    <message>
        <source>No match is running.</source>
        <translation>Es läuft kein Spiel.</translation>
    </message>
    <message>
        <source>Start the match ({0})</source>
        <translation>Spiel starten ({0})</translation>
    </message>
    <message>
        <source>Stop the match and every program of it ({0})</source>
        <translation>Spiel und alle seine Programme stoppen ({0})</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>Weiterspielen</translation>
    </message>
    <message>
        <source>Pause the match</source>
        <translation>Spiel unterbrechen</translation>
    </message>
    <message>
        <source>Waiting for the kickoff …</source>
        <translation>Warten auf den Anstoß …</translation>
    </message>
    <message>
        <source>The match is on.</source>
        <translation>Das Spiel läuft.</translation>
    </message>
    <message>
        <source>The match stands still.</source>
        <translation>Das Spiel steht still.</translation>
    </message>
</context>
<context>
    <name>BottomController</name>
    <message>
        <source>By the game&apos;s own command: this server has not shown itself to be an arena of Kickabout.</source>
        <translation>Mit dem Befehl des Spiels selbst: Dieser Server hat sich nicht als Arena von Kickabout zu erkennen gegeben.</translation>
    </message>
    <message>
        <source>No match is running.</source>
        <translation>Es läuft kein Spiel.</translation>
    </message>
    <message>
        <source>This server has not shown itself to be an arena of Kickabout, and the game&apos;s own command to pause needs “Bots may move things”, which is off in the settings of this match.</source>
        <translation>Dieser Server hat sich nicht als Arena von Kickabout zu erkennen gegeben, und der Pausenbefehl des Spiels selbst braucht „Bots dürfen Dinge versetzen“, was in den Einstellungen dieses Spiels aus ist.</translation>
    </message>
</context>
<context>
    <name>CardController</name>
    <message>
        <source>It has no folder of its own.</source>
        <translation>Dafür gibt es keinen eigenen Ordner.</translation>
    </message>
</context>
<context>
    <name>Closing</name>
    <message>
        <source>Stopping the match, then closing …</source>
        <translation>Das Spiel wird gestoppt, dann schließt das Fenster …</translation>
    </message>
    <message>
        <source>Stop and close</source>
        <translation>Stoppen und schließen</translation>
    </message>
</context>
<context>
    <name>CommandPalette</name>
    <message>
        <source>What do you want to do?</source>
        <translation>Was möchtest du tun?</translation>
    </message>
    <message>
        <source>Search commands</source>
        <translation>Befehle suchen</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>No command has these words.</source>
        <translation>Kein Befehl enthält diese Wörter.</translation>
    </message>
</context>
<context>
    <name>Commands</name>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>All commands</source>
        <translation>Alle Befehle</translation>
    </message>
    <message>
        <source>All keys</source>
        <translation>Alle Tasten</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>About Kickabout</source>
        <translation>Über Kickabout</translation>
    </message>
    <message>
        <source>Type a command to the game</source>
        <translation>Dem Spiel einen Befehl geben</translation>
    </message>
    <message>
        <source>Copy a report of the match</source>
        <translation>Bericht über das Spiel kopieren</translation>
    </message>
    <message>
        <source>Swap all bots to their present source</source>
        <translation>Alle Bots gegen jetzigen Stand austauschen</translation>
    </message>
    <message>
        <source>Put all panels back</source>
        <translation>Alle Bereiche zurücksetzen</translation>
    </message>
    <message>
        <source>Start the match</source>
        <translation>Spiel starten</translation>
    </message>
    <message>
        <source>Stop the match</source>
        <translation>Spiel stoppen</translation>
    </message>
    <message>
        <source>Pause the match, or go on</source>
        <translation>Spiel unterbrechen oder fortsetzen</translation>
    </message>
    <message>
        <source>Show what bots draw, or hide it</source>
        <translation>Zeichnungen der Bots zeigen oder verbergen</translation>
    </message>
    <message>
        <source>Move cars and ball, or end it</source>
        <translation>Autos und Ball versetzen, oder das beenden</translation>
    </message>
    <message>
        <source>New match</source>
        <translation>Neues Spiel</translation>
    </message>
    <message>
        <source>Open a match</source>
        <translation>Spiel öffnen</translation>
    </message>
    <message>
        <source>Save the match</source>
        <translation>Spiel speichern</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Open a recent match</source>
        <translation>Zuletzt geöffnetes Spiel öffnen</translation>
    </message>
    <message>
        <source>Show the arena alone</source>
        <translation>Nur die Arena zeigen</translation>
    </message>
</context>
<context>
    <name>Console</name>
    <message>
        <source>The view of the arena looks after drawings: switch them there.</source>
        <translation>Um Zeichnungen kümmert sich die Ansicht der Arena: Schalte sie dort.</translation>
    </message>
    <message>
        <source>This match does not allow its state to be set: see its settings.</source>
        <translation>Dieses Spiel erlaubt nicht, seinen Zustand zu setzen: siehe seine Einstellungen.</translation>
    </message>
    <message>
        <source>Write: {0}</source>
        <translation>Schreib: {0}</translation>
    </message>
    <message>
        <source>The arena knows no such command: Down lists those that it knows.</source>
        <translation>Diesen Befehl kennt die Arena nicht: Ab zeigt die, die sie kennt.</translation>
    </message>
</context>
<context>
    <name>ConsoleBar</name>
    <message>
        <source>Command to the game</source>
        <translation>Befehl an das Spiel</translation>
    </message>
    <message>
        <source>What is wrong with the command</source>
        <translation>Was an dem Befehl nicht stimmt</translation>
    </message>
    <message>
        <source>Command to the game, such as: {0}</source>
        <translation>Befehl an das Spiel, zum Beispiel: {0}</translation>
    </message>
    <message>
        <source>A command to the game. Up and Down bring back what was typed; Down also lists what it knows.</source>
        <translation>Ein Befehl an das Spiel. Auf und Ab bringen zurück, was getippt wurde; Ab zeigt auch, was es kennt.</translation>
    </message>
</context>
<context>
    <name>ConsoleController</name>
    <message>
        <source>The game has not started yet.</source>
        <translation>Das Spiel ist noch nicht gestartet.</translation>
    </message>
    <message>
        <source>This server has not shown itself to be an arena of Kickabout, which alone knows this command.</source>
        <translation>Dieser Server hat sich nicht als Arena von Kickabout zu erkennen gegeben, die allein diesen Befehl kennt.</translation>
    </message>
    <message>
        <source>No match is running: start one to type commands to its game.</source>
        <translation>Es läuft kein Spiel: Starte eines, um ihm Befehle zu geben.</translation>
    </message>
</context>
<context>
    <name>Counts</name>
    <message>
        <source>1 car</source>
        <translation>1 Auto</translation>
    </message>
    <message numerus="yes">
        <source>%n cars</source>
        <translation>
            <numerusform>%n Auto</numerusform>
            <numerusform>%n Autos</numerusform>
        </translation>
    </message>
    <message>
        <source>1 bot</source>
        <translation>1 Bot</translation>
    </message>
    <message numerus="yes">
        <source>%n bots</source>
        <translation>
            <numerusform>%n Bot</numerusform>
            <numerusform>%n Bots</numerusform>
        </translation>
    </message>
    <message>
        <source>1 error</source>
        <translation>1 Fehler</translation>
    </message>
    <message numerus="yes">
        <source>%n errors</source>
        <translation>
            <numerusform>%n Fehler</numerusform>
            <numerusform>%n Fehler</numerusform>
        </translation>
    </message>
    <message>
        <source>1 warning</source>
        <translation>1 Warnung</translation>
    </message>
    <message numerus="yes">
        <source>%n warnings</source>
        <translation>
            <numerusform>%n Warnung</numerusform>
            <numerusform>%n Warnungen</numerusform>
        </translation>
    </message>
    <message>
        <source>1 second</source>
        <translation>1 Sekunde</translation>
    </message>
    <message numerus="yes">
        <source>%n seconds</source>
        <translation>
            <numerusform>%n Sekunde</numerusform>
            <numerusform>%n Sekunden</numerusform>
        </translation>
    </message>
    <message>
        <source>1 minute</source>
        <translation>1 Minute</translation>
    </message>
    <message numerus="yes">
        <source>%n minutes</source>
        <translation>
            <numerusform>%n Minute</numerusform>
            <numerusform>%n Minuten</numerusform>
        </translation>
    </message>
    <message>
        <source>1 goal</source>
        <translation>1 Tor</translation>
    </message>
    <message numerus="yes">
        <source>%n goals</source>
        <translation>
            <numerusform>%n Tor</numerusform>
            <numerusform>%n Tore</numerusform>
        </translation>
    </message>
    <message>
        <source>1 game</source>
        <translation>1 Partie</translation>
    </message>
    <message numerus="yes">
        <source>%n games</source>
        <translation>
            <numerusform>%n Partie</numerusform>
            <numerusform>%n Partien</numerusform>
        </translation>
    </message>
    <message>
        <source>1 restart</source>
        <translation>1 Neustart</translation>
    </message>
    <message numerus="yes">
        <source>%n restarts</source>
        <translation>
            <numerusform>%n Neustart</numerusform>
            <numerusform>%n Neustarts</numerusform>
        </translation>
    </message>
    <message>
        <source>1 line was left out: more came than can be shown.</source>
        <translation>1 Zeile wurde ausgelassen: Es kamen mehr, als gezeigt werden können.</translation>
    </message>
    <message numerus="yes">
        <source>%n lines were left out: more came than can be shown.</source>
        <translation>
            <numerusform>%n Zeile wurde ausgelassen: Es kamen mehr, als gezeigt werden können.</numerusform>
            <numerusform>%n Zeilen wurden ausgelassen: Es kamen mehr, als gezeigt werden können.</numerusform>
        </translation>
    </message>
    <message>
        <source>1 drawing is left out</source>
        <translation>1 Zeichnung fehlt</translation>
    </message>
    <message numerus="yes">
        <source>%n drawings are left out</source>
        <translation>
            <numerusform>%n Zeichnung fehlt</numerusform>
            <numerusform>%n Zeichnungen fehlen</numerusform>
        </translation>
    </message>
    <message>
        <source>1 agent failed</source>
        <translation>1 Agent fehlgeschlagen</translation>
    </message>
    <message numerus="yes">
        <source>%n agents failed</source>
        <translation>
            <numerusform>%n Agent fehlgeschlagen</numerusform>
            <numerusform>%n Agenten fehlgeschlagen</numerusform>
        </translation>
    </message>
    <message>
        <source>1 agent never answered</source>
        <translation>1 Agent hat nie geantwortet</translation>
    </message>
    <message numerus="yes">
        <source>%n agents never answered</source>
        <translation>
            <numerusform>%n Agent hat nie geantwortet</numerusform>
            <numerusform>%n Agenten haben nie geantwortet</numerusform>
        </translation>
    </message>
    <message>
        <source>1 outside intervention</source>
        <translation>1 Eingriff von außen</translation>
    </message>
    <message numerus="yes">
        <source>%n outside interventions</source>
        <translation>
            <numerusform>%n Eingriff von außen</numerusform>
            <numerusform>%n Eingriffe von außen</numerusform>
        </translation>
    </message>
    <message>
        <source>1 notice</source>
        <translation>1 Meldung</translation>
    </message>
    <message numerus="yes">
        <source>%n notices</source>
        <translation>
            <numerusform>%n Meldung</numerusform>
            <numerusform>%n Meldungen</numerusform>
        </translation>
    </message>
    <message>
        <source>1 package</source>
        <translation>1 Paket</translation>
    </message>
    <message numerus="yes">
        <source>%n packages</source>
        <translation>
            <numerusform>%n Paket</numerusform>
            <numerusform>%n Pakete</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DetailsPane</name>
    <message>
        <source>Add to blue</source>
        <translation>Zu Blau hinzufügen</translation>
    </message>
    <message>
        <source>Add to orange</source>
        <translation>Zu Orange hinzufügen</translation>
    </message>
    <message>
        <source>Favourite</source>
        <translation>Favorit</translation>
    </message>
    <message>
        <source>Open the folder</source>
        <translation>Ordner öffnen</translation>
    </message>
    <message>
        <source>Open in the editor</source>
        <translation>Im Editor öffnen</translation>
    </message>
    <message>
        <source>Copy the path</source>
        <translation>Pfad kopieren</translation>
    </message>
    <message>
        <source>What is shown of the entry</source>
        <translation>Was vom Eintrag gezeigt wird</translation>
    </message>
    <message>
        <source>About</source>
        <translation>Über</translation>
    </message>
    <message>
        <source>README</source>
        <translation>README</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>Details of the entry</source>
        <translation>Einzelheiten des Eintrags</translation>
    </message>
    <message>
        <source>Reading …</source>
        <translation>Wird gelesen …</translation>
    </message>
    <message>
        <source>There is no README.</source>
        <translation>Es gibt keine README.</translation>
    </message>
    <message>
        <source>The teams stay as they are while a match runs.</source>
        <translation>Solange ein Spiel läuft, bleiben die Teams, wie sie sind.</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Blue</source>
        <translation>Blau</translation>
    </message>
    <message>
        <source>Orange</source>
        <translation>Orange</translation>
    </message>
</context>
<context>
    <name>DiskWatch</name>
    <message>
        <source>Take the changes of another program</source>
        <translation>Änderungen eines anderen Programms übernehmen</translation>
    </message>
    <message>
        <source>{file} was changed by another program, and you have unsaved changes.</source>
        <translation>{file} wurde von einem anderen Programm geändert, und du hast ungespeicherte Änderungen.</translation>
    </message>
    <message>
        <source>Keep mine</source>
        <translation>Meine behalten</translation>
    </message>
    <message>
        <source>Take theirs</source>
        <translation>Andere übernehmen</translation>
    </message>
    <message>
        <source>Changes of another program</source>
        <translation>Änderungen eines anderen Programms</translation>
    </message>
    <message>
        <source>{file} was changed by another program and has been read again.</source>
        <translation>{file} wurde von einem anderen Programm geändert und neu gelesen.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>{file} was changed by another program and cannot be read now. What was open stays open.</source>
        <translation>{file} wurde von einem anderen Programm geändert und ist jetzt nicht lesbar. Was offen war, bleibt offen.</translation>
    </message>
    <message>
        <source>{file} was moved or deleted by another program. It is only here now.</source>
        <translation>{file} wurde von einem anderen Programm verschoben oder gelöscht. Es ist jetzt nur noch hier.</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
</context>
<context>
    <name>DocumentController</name>
    <message>
        <source>Add {what}</source>
        <translation>{what} hinzufügen</translation>
    </message>
    <message>
        <source>Remove {car}</source>
        <translation>{car} entfernen</translation>
    </message>
    <message>
        <source>car</source>
        <translation>Auto</translation>
    </message>
</context>
<context>
    <name>DrawingCommands</name>
    <message>
        <source>Let all bots draw</source>
        <translation>Alle Bots zeichnen lassen</translation>
    </message>
    <message>
        <source>Let no bot draw</source>
        <translation>Keinen Bot zeichnen lassen</translation>
    </message>
    <message>
        <source>Let {0} draw no more</source>
        <translation>{0} nicht mehr zeichnen lassen</translation>
    </message>
    <message>
        <source>Let {0} draw</source>
        <translation>{0} zeichnen lassen</translation>
    </message>
</context>
<context>
    <name>Edits</name>
    <message>
        <source>Add {car}</source>
        <translation>{car} hinzufügen</translation>
    </message>
    <message>
        <source>Recommended teams: {names}</source>
        <translation>Empfohlene Teams: {names}</translation>
    </message>
    <message>
        <source>Add a car that the game drives</source>
        <translation>Auto hinzufügen, das das Spiel fährt</translation>
    </message>
    <message>
        <source>Add a car for a person</source>
        <translation>Auto für einen Menschen hinzufügen</translation>
    </message>
    <message>
        <source>Add {script}</source>
        <translation>{script} hinzufügen</translation>
    </message>
    <message>
        <source>Remove {car}</source>
        <translation>{car} entfernen</translation>
    </message>
    <message>
        <source>Remove all of blue</source>
        <translation>Alle von Blau entfernen</translation>
    </message>
    <message>
        <source>Remove all of orange</source>
        <translation>Alle von Orange entfernen</translation>
    </message>
    <message>
        <source>Duplicate {car}</source>
        <translation>{car} verdoppeln</translation>
    </message>
    <message>
        <source>Replace {car} by {other}</source>
        <translation>{car} durch {other} ersetzen</translation>
    </message>
    <message>
        <source>Let the game drive {car}</source>
        <translation>{car} vom Spiel fahren lassen</translation>
    </message>
    <message>
        <source>Let a person drive {car}</source>
        <translation>{car} von einem Menschen fahren lassen</translation>
    </message>
    <message>
        <source>Move {car} to blue</source>
        <translation>{car} zu Blau verschieben</translation>
    </message>
    <message>
        <source>Move {car} to orange</source>
        <translation>{car} zu Orange verschieben</translation>
    </message>
    <message>
        <source>Swap sides</source>
        <translation>Seiten tauschen</translation>
    </message>
    <message>
        <source>Shuffle the teams</source>
        <translation>Teams mischen</translation>
    </message>
    <message>
        <source>Rename {car}</source>
        <translation>{car} umbenennen</translation>
    </message>
    <message>
        <source>Loadout of {car}</source>
        <translation>Ausstattung von {car}</translation>
    </message>
    <message>
        <source>Start of {car}</source>
        <translation>Start von {car}</translation>
    </message>
    <message>
        <source>Skill of {car}</source>
        <translation>Können von {car}</translation>
    </message>
    <message>
        <source>Remove a script</source>
        <translation>Skript entfernen</translation>
    </message>
    <message>
        <source>Start of a script</source>
        <translation>Start eines Skripts</translation>
    </message>
</context>
<context>
    <name>EntryView</name>
    <message>
        <source>Bots, hiveminds and scripts</source>
        <translation>Bots, Hiveminds und Skripte</translation>
    </message>
    <message>
        <source>Enter adds to blue, Shift+Enter to orange</source>
        <translation>Enter fügt zu Blau hinzu, Umschalt+Enter zu Orange</translation>
    </message>
</context>
<context>
    <name>EnvironmentController</name>
    <message>
        <source>{0} of packages that no bot used are removed.</source>
        <translation>{0} an Paketen, die kein Bot brauchte, sind entfernt.</translation>
    </message>
    <message>
        <source>Some packages stay. {0}</source>
        <translation>Einige Pakete bleiben. {0}</translation>
    </message>
</context>
<context>
    <name>FileOpener</name>
    <message>
        <source>No program opens the folder {path}.</source>
        <translation>Kein Programm öffnet den Ordner {path}.</translation>
    </message>
    <message>
        <source>There is no file {path}.</source>
        <translation>Es gibt keine Datei {path}.</translation>
    </message>
    <message>
        <source>This link leads to no page of the web: {address}</source>
        <translation>Dieser Verweis führt zu keiner Seite im Netz: {address}</translation>
    </message>
    <message>
        <source>No program opens {path}.</source>
        <translation>Kein Programm öffnet {path}.</translation>
    </message>
    <message>
        <source>Name your editor in the settings, and {file} opens in it.</source>
        <translation>Nenne deinen Editor in den Einstellungen, dann öffnet er {file}.</translation>
    </message>
    <message>
        <source>No program opens {path}. Name your editor in the settings.</source>
        <translation>Kein Programm öffnet {path}. Nenne deinen Editor in den Einstellungen.</translation>
    </message>
    <message>
        <source>The editor does not start: {command}. Mend its command in the settings.</source>
        <translation>Der Editor startet nicht: {command}. Berichtige seinen Befehl in den Einstellungen.</translation>
    </message>
</context>
<context>
    <name>FilterBar</name>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Search in names, developers, tags and descriptions (Ctrl+L)</source>
        <translation>In Namen, Entwicklern, Tags und Beschreibungen suchen (Strg+L)</translation>
    </message>
    <message>
        <source>Search the library</source>
        <translation>Bibliothek durchsuchen</translation>
    </message>
    <message>
        <source>Clear the search</source>
        <translation>Suche leeren</translation>
    </message>
    <message>
        <source>Filter by kind, tag and language, and sort</source>
        <translation>Nach Art, Tag und Sprache filtern, und sortieren</translation>
    </message>
    <message>
        <source>Filter and sort</source>
        <translation>Filtern und sortieren</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Which kind of entries is shown</source>
        <translation>Welche Art von Einträgen gezeigt wird</translation>
    </message>
    <message>
        <source>Tag</source>
        <translation>Tag</translation>
    </message>
    <message>
        <source>Only entries with this tag</source>
        <translation>Nur Einträge mit diesem Tag</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Only entries written in this language</source>
        <translation>Nur Einträge in dieser Sprache</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>Reihenfolge</translation>
    </message>
    <message>
        <source>What the list is sorted by</source>
        <translation>Wonach die Liste sortiert ist</translation>
    </message>
    <message>
        <source>All kinds</source>
        <translation>Alle Arten</translation>
    </message>
    <message>
        <source>Broken</source>
        <translation>Fehlerhaft</translation>
    </message>
    <message>
        <source>All tags</source>
        <translation>Alle Tags</translation>
    </message>
    <message>
        <source>All languages</source>
        <translation>Alle Sprachen</translation>
    </message>
    <message>
        <source>Show: {selection}</source>
        <translation>Zeigen: {selection}</translation>
    </message>
</context>
<context>
    <name>FirstSteps</name>
    <message>
        <source>Welcome to Kickabout. An example match is open: press Start to play it. To play your own bot, drop its folder on a team. {0} finds every command.</source>
        <translation>Willkommen bei Kickabout. Ein Beispielspiel ist offen: Drück Start, um es zu spielen. Um deinen eigenen Bot spielen zu lassen, zieh seinen Ordner auf ein Team. {0} findet jeden Befehl.</translation>
    </message>
    <message>
        <source>Show all keys ({0})</source>
        <translation>Alle Tasten zeigen ({0})</translation>
    </message>
</context>
<context>
    <name>FolderPage</name>
    <message>
        <source>Folders of the library</source>
        <translation>Ordner der Bibliothek</translation>
    </message>
    <message>
        <source>Add a folder …</source>
        <translation>Ordner hinzufügen …</translation>
    </message>
    <message>
        <source>Choose a folder in which bots lie</source>
        <translation>Einen Ordner wählen, in dem Bots liegen</translation>
    </message>
    <message>
        <source>Packs of bots …</source>
        <translation>Bot-Pakete …</translation>
    </message>
    <message>
        <source>Download a pack of bots, and keep those up to date that are here</source>
        <translation>Ein Paket von Bots herunterladen und die vorhandenen aktuell halten</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Take the folder out of the library; its files stay (Del)</source>
        <translation>Ordner aus der Bibliothek nehmen; seine Dateien bleiben (Entf)</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Back to the bots (Esc)</source>
        <translation>Zurück zu den Bots (Esc)</translation>
    </message>
    <message>
        <source>And {count} more.</source>
        <translation>Und {count} weitere.</translation>
    </message>
    <message>
        <source>Space shows it again.</source>
        <translation>Die Leertaste zeigt ihn wieder.</translation>
    </message>
    <message>
        <source>Space hides it for a while.</source>
        <translation>Die Leertaste verbirgt ihn eine Weile.</translation>
    </message>
    <message>
        <source>hidden, not looked into</source>
        <translation>verborgen, wird nicht durchsucht</translation>
    </message>
    <message>
        <source>entries: {count}</source>
        <translation>Einträge: {count}</translation>
    </message>
    <message>
        <source>scanning …</source>
        <translation>wird durchsucht …</translation>
    </message>
    <message>
        <source>notices: {count}</source>
        <translation>Hinweise: {count}</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Bots, hiveminds and scripts are looked for in these folders and all folders within.</source>
        <translation>Bots, Hiveminds und Skripte werden in diesen Ordnern und allen darin gesucht.</translation>
    </message>
    <message>
        <source>Without its mark, a folder is hidden until it is wanted again.</source>
        <translation>Ohne Häkchen ist ein Ordner verborgen, bis er wieder gebraucht wird.</translation>
    </message>
</context>
<context>
    <name>GameChooser</name>
    <message>
        <source>Arena</source>
        <translation>Arena</translation>
    </message>
    <message>
        <source>Running server</source>
        <translation>Laufender Server</translation>
    </message>
    <message>
        <source>The built-in game: needs nothing else, runs everywhere</source>
        <translation>Das eingebaute Spiel: braucht nichts weiter, läuft überall</translation>
    </message>
    <message>
        <source>A server that you started yourself on port 23234, with whatever game it plays</source>
        <translation>Ein Server, den du selbst auf Port 23234 gestartet hast, gleich welches Spiel er spielt</translation>
    </message>
    <message>
        <source>Game that plays the match</source>
        <translation>Womit gespielt wird</translation>
    </message>
    <message>
        <source>How fast the match is played</source>
        <translation>Wie schnell gespielt wird</translation>
    </message>
    <message>
        <source>Bots&apos; own pace</source>
        <translation>Takt der Bots</translation>
    </message>
    <message>
        <source>How fast the match is played; can be changed while it runs</source>
        <translation>Wie schnell gespielt wird; auch während des Spiels änderbar</translation>
    </message>
    <message>
        <source>A server that you started yourself decides how fast it plays</source>
        <translation>Ein selbst gestarteter Server bestimmt sein Tempo selbst</translation>
    </message>
    <message>
        <source>The game stays as long as a match runs</source>
        <translation>Solange ein Spiel läuft, bleibt es dabei</translation>
    </message>
    <message>
        <source>Real time</source>
        <translation>Echtzeit</translation>
    </message>
    <message>
        <source>As fast as bots answer</source>
        <translation>So schnell die Bots antworten</translation>
    </message>
</context>
<context>
    <name>HeaderBar</name>
    <message>
        <source>Like the system</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>No match</source>
        <translation>Kein Spiel</translation>
    </message>
    <message>
        <source>Open match</source>
        <translation>Offenes Spiel</translation>
    </message>
    <message>
        <source>New</source>
        <translation>Neu</translation>
    </message>
    <message>
        <source>Begin a new match</source>
        <translation>Neues Spiel beginnen</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Open a match</source>
        <translation>Spiel öffnen</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Save the match</source>
        <translation>Spiel speichern</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Farben</translation>
    </message>
    <message>
        <source>Choose light or dark</source>
        <translation>Hell oder dunkel wählen</translation>
    </message>
    <message>
        <source>Panels, commands, settings</source>
        <translation>Bereiche, Befehle, Einstellungen</translation>
    </message>
    <message>
        <source>Not saved yet</source>
        <translation>Noch nicht gespeichert</translation>
    </message>
    <message>
        <source>has unsaved changes</source>
        <translation>hat ungespeicherte Änderungen</translation>
    </message>
    <message>
        <source>saved</source>
        <translation>gespeichert</translation>
    </message>
    <message>
        <source>Nothing is unsaved.</source>
        <translation>Nichts ist ungespeichert.</translation>
    </message>
    <message>
        <source>No other match was open yet</source>
        <translation>Noch kein anderes Spiel war offen</translation>
    </message>
    <message>
        <source>Open a match ({keys}); recent ones: {more}</source>
        <translation>Spiel öffnen ({keys}); die letzten: {more}</translation>
    </message>
    <message>
        <source>Save as …</source>
        <translation>Speichern unter …</translation>
    </message>
    <message>
        <source>The match stays as it is while it runs.</source>
        <translation>Das Spiel bleibt, wie es ist, während es läuft.</translation>
    </message>
</context>
<context>
    <name>HintBox</name>
    <message>
        <source>Nothing matches what you search for.</source>
        <translation>Nichts passt zu deiner Suche.</translation>
    </message>
    <message>
        <source>Hidden folders are not searched.</source>
        <translation>Verborgene Ordner werden nicht durchsucht.</translation>
    </message>
    <message>
        <source>Show everything</source>
        <translation>Alles zeigen</translation>
    </message>
    <message>
        <source>There is nothing in the folders that are not hidden.</source>
        <translation>In den Ordnern, die nicht verborgen sind, ist nichts.</translation>
    </message>
    <message>
        <source>Show the folders</source>
        <translation>Ordner zeigen</translation>
    </message>
    <message>
        <source>Drop the folder in which your bots lie here, or choose it. Nothing of it is run.</source>
        <translation>Zieh den Ordner mit deinen Bots hierher oder wähle ihn. Nichts daraus wird ausgeführt.</translation>
    </message>
    <message>
        <source>Add a folder …</source>
        <translation>Ordner hinzufügen …</translation>
    </message>
</context>
<context>
    <name>KeyOverview</name>
    <message>
        <source>All keys</source>
        <translation>Alle Tasten</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Search keys and commands</source>
        <translation>Tasten und Befehle suchen</translation>
    </message>
    <message>
        <source>Commands and their keys</source>
        <translation>Befehle und ihre Tasten</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>Everywhere</source>
        <translation>Überall</translation>
    </message>
    <message>
        <source>On a card</source>
        <translation>Auf einer Karte</translation>
    </message>
    <message>
        <source>In the log</source>
        <translation>Im Protokoll</translation>
    </message>
    <message>
        <source>Go to the next card</source>
        <translation>Zur nächsten Karte</translation>
    </message>
    <message>
        <source>In the library</source>
        <translation>In der Bibliothek</translation>
    </message>
    <message>
        <source>Add to blue</source>
        <translation>Zu Blau hinzufügen</translation>
    </message>
    <message>
        <source>Add to orange</source>
        <translation>Zu Orange hinzufügen</translation>
    </message>
    <message>
        <source>In the library&apos;s search</source>
        <translation>In der Suche der Bibliothek</translation>
    </message>
    <message>
        <source>Go to the list</source>
        <translation>Zur Liste gehen</translation>
    </message>
    <message>
        <source>In the folders of the library</source>
        <translation>In den Ordnern der Bibliothek</translation>
    </message>
    <message>
        <source>Hide a folder, or show it again</source>
        <translation>Einen Ordner aus- oder wieder einblenden</translation>
    </message>
    <message>
        <source>Take the folder out</source>
        <translation>Den Ordner herausnehmen</translation>
    </message>
    <message>
        <source>Back to the bots</source>
        <translation>Zurück zu den Bots</translation>
    </message>
    <message>
        <source>In the match settings</source>
        <translation>In den Spieleinstellungen</translation>
    </message>
    <message>
        <source>Empty the search</source>
        <translation>Die Suche leeren</translation>
    </message>
    <message>
        <source>Reset a setting</source>
        <translation>Eine Einstellung zurücksetzen</translation>
    </message>
    <message>
        <source>On a script of the match</source>
        <translation>Auf einem Skript des Spiels</translation>
    </message>
    <message>
        <source>In the name of a preset</source>
        <translation>Im Namen einer Vorgabe</translation>
    </message>
    <message>
        <source>Keep the preset</source>
        <translation>Die Vorgabe behalten</translation>
    </message>
    <message>
        <source>Keep nothing</source>
        <translation>Nichts behalten</translation>
    </message>
    <message>
        <source>In the problems</source>
        <translation>In den Problemen</translation>
    </message>
    <message>
        <source>Go to the place of a problem</source>
        <translation>Zur Stelle eines Problems gehen</translation>
    </message>
    <message>
        <source>In the notices</source>
        <translation>In den Meldungen</translation>
    </message>
    <message>
        <source>Do what a notice offers</source>
        <translation>Tun, was eine Meldung anbietet</translation>
    </message>
    <message>
        <source>In the line for commands to the game</source>
        <translation>In der Zeile für Befehle an das Spiel</translation>
    </message>
    <message>
        <source>Send the command</source>
        <translation>Den Befehl senden</translation>
    </message>
    <message>
        <source>Older and newer commands</source>
        <translation>Ältere und neuere Befehle</translation>
    </message>
    <message>
        <source>Empty the line</source>
        <translation>Die Zeile leeren</translation>
    </message>
    <message>
        <source>In the list of commands</source>
        <translation>In der Liste der Befehle</translation>
    </message>
    <message>
        <source>Go through the list</source>
        <translation>Durch die Liste gehen</translation>
    </message>
    <message>
        <source>Leap through the list</source>
        <translation>Durch die Liste springen</translation>
    </message>
    <message>
        <source>Carry out</source>
        <translation>Ausführen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Everything that it offers</source>
        <translation>Alles, was sie anbietet</translation>
    </message>
    <message>
        <source>In the arena, while things are moved</source>
        <translation>In der Arena, während etwas versetzt wird</translation>
    </message>
    <message>
        <source>Choose the next car or ball, or the one before</source>
        <translation>Das nächste Auto oder den Ball wählen, oder das vorige</translation>
    </message>
    <message>
        <source>Lead it elsewhere</source>
        <translation>Es woandershin führen</translation>
    </message>
    <message>
        <source>Lead it elsewhere in small steps</source>
        <translation>Es in kleinen Schritten woandershin führen</translation>
    </message>
    <message>
        <source>Put it there</source>
        <translation>Es dorthin setzen</translation>
    </message>
    <message>
        <source>Throw it there</source>
        <translation>Es dorthin werfen</translation>
    </message>
    <message>
        <source>Leave it where it is; end moving</source>
        <translation>Es lassen, wo es ist; das Versetzen beenden</translation>
    </message>
    <message>
        <source>Next and last place found</source>
        <translation>Nächste und vorige Fundstelle</translation>
    </message>
    <message>
        <source>Close what is open; back from the arena alone</source>
        <translation>Offenes schließen; zurück von der Arena allein</translation>
    </message>
</context>
<context>
    <name>Lamps</name>
    <message>
        <source>Server</source>
        <translation>Server</translation>
    </message>
    <message>
        <source>Game</source>
        <translation>Spiel</translation>
    </message>
    <message>
        <source>Agents</source>
        <translation>Agenten</translation>
    </message>
</context>
<context>
    <name>LeftoverController</name>
    <message>
        <source>A process of an earlier run still exists: {0}.</source>
        <translation>Ein Prozess eines früheren Laufs besteht noch: {0}.</translation>
    </message>
    <message>
        <source>End it</source>
        <translation>Beenden</translation>
    </message>
    <message numerus="yes">
        <source>%n processes of an earlier run still exist: {0}.</source>
        <translation>
            <numerusform>%n Prozess eines früheren Laufs besteht noch: {0}.</numerusform>
            <numerusform>%n Prozesse eines früheren Laufs bestehen noch: {0}.</numerusform>
        </translation>
    </message>
    <message>
        <source>End them</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>These could not be ended: {0}.</source>
        <translation>Diese ließen sich nicht beenden: {0}.</translation>
    </message>
    <message>
        <source>What an earlier run had left is ended.</source>
        <translation>Was ein früherer Lauf übrig ließ, ist beendet.</translation>
    </message>
</context>
<context>
    <name>Legend</name>
    <message>
        <source>Curves of {0}</source>
        <translation>Kurven von {0}</translation>
    </message>
    <message>
        <source>No curves</source>
        <translation>Keine Kurven</translation>
    </message>
</context>
<context>
    <name>Library</name>
    <message>
        <source>{digest}, changed {when}</source>
        <translation>{digest}, geändert {when}</translation>
    </message>
    <message>
        <source>There are more files than these.</source>
        <translation>Es gibt mehr Dateien als diese.</translation>
    </message>
    <message>
        <source>Developer</source>
        <translation>Entwickler</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Tags</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>Version</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Agent id</source>
        <translation>Agent-ID</translation>
    </message>
    <message>
        <source>Document</source>
        <translation>Dokument</translation>
    </message>
    <message>
        <source>Requires</source>
        <translation>Braucht</translation>
    </message>
    <message>
        <source>Supports</source>
        <translation>Unterstützt</translation>
    </message>
    <message>
        <source>Enables</source>
        <translation>Bietet</translation>
    </message>
    <message>
        <source>for {names}</source>
        <translation>für {names}</translation>
    </message>
    <message>
        <source>with {names}</source>
        <translation>mit {names}</translation>
    </message>
    <message>
        <source>no script of the library enables it</source>
        <translation>kein Skript der Bibliothek bietet es</translation>
    </message>
    <message>
        <source>nothing in the library needs it</source>
        <translation>nichts in der Bibliothek braucht es</translation>
    </message>
    <message>
        <source>Bot</source>
        <translation>Bot</translation>
    </message>
    <message>
        <source>Hivemind</source>
        <translation>Hivemind</translation>
    </message>
    <message>
        <source>Script</source>
        <translation>Skript</translation>
    </message>
    <message>
        <source>RLBot v4</source>
        <translation>RLBot v4</translation>
    </message>
    <message>
        <source>{kind}, broken</source>
        <translation>{kind}, fehlerhaft</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>Favourites</source>
        <translation>Favoriten</translation>
    </message>
    <message>
        <source>Recent</source>
        <translation>Zuletzt</translation>
    </message>
    <message>
        <source>Everything in the folders of the library</source>
        <translation>Alles in den Ordnern der Bibliothek</translation>
    </message>
    <message>
        <source>Only what you marked with a star</source>
        <translation>Nur, was du mit einem Stern markiert hast</translation>
    </message>
    <message>
        <source>Only what you played with, the latest first</source>
        <translation>Nur, womit du gespielt hast, das Letzte zuerst</translation>
    </message>
    <message>
        <source>by name</source>
        <translation>nach Namen</translation>
    </message>
    <message>
        <source>by developer</source>
        <translation>nach Entwicklern</translation>
    </message>
    <message>
        <source>newest first</source>
        <translation>neueste zuerst</translation>
    </message>
    <message>
        <source>by folder</source>
        <translation>nach Ordnern</translation>
    </message>
    <message>
        <source>favourite</source>
        <translation>Favorit</translation>
    </message>
    <message>
        <source>No match takes this yet.</source>
        <translation>Noch nimmt kein Spiel dies an.</translation>
    </message>
</context>
<context>
    <name>LibraryController</name>
    <message>
        <source>{path} is no folder, so it cannot be part of the library.</source>
        <translation>{path} ist kein Ordner und kann darum nicht zur Bibliothek gehören.</translation>
    </message>
    <message>
        <source>{path} is part of the library already.</source>
        <translation>{path} gehört schon zur Bibliothek.</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>Beispiele</translation>
    </message>
    <message>
        <source>Add a folder of bots</source>
        <translation>Ordner mit Bots hinzufügen</translation>
    </message>
</context>
<context>
    <name>LibraryHead</name>
    <message>
        <source>New bot</source>
        <translation>Neuer Bot</translation>
    </message>
    <message>
        <source>Folders of the library</source>
        <translation>Ordner der Bibliothek</translation>
    </message>
    <message>
        <source>Look through the folders again</source>
        <translation>Ordner neu durchsuchen</translation>
    </message>
    <message>
        <source>Entries: {total}</source>
        <translation>Einträge: {total}</translation>
    </message>
    <message>
        <source>Entries: {shown} of {total}</source>
        <translation>Einträge: {shown} von {total}</translation>
    </message>
</context>
<context>
    <name>LibraryPanel</name>
    <message>
        <source>Library</source>
        <translation>Bibliothek</translation>
    </message>
    <message>
        <source>Teams that the packs recommend</source>
        <translation>Teams, die die Pakete empfehlen</translation>
    </message>
    <message>
        <source>Recommended teams …</source>
        <translation>Empfohlene Teams …</translation>
    </message>
    <message>
        <source>Search the library</source>
        <translation>Bibliothek durchsuchen</translation>
    </message>
    <message>
        <source>New bot</source>
        <translation>Neuer Bot</translation>
    </message>
    <message>
        <source>Folders of the library</source>
        <translation>Ordner der Bibliothek</translation>
    </message>
    <message>
        <source>Packs of bots</source>
        <translation>Bot-Pakete</translation>
    </message>
    <message>
        <source>Recommended teams</source>
        <translation>Empfohlene Teams</translation>
    </message>
    <message>
        <source>Look through the library&apos;s folders</source>
        <translation>Ordner der Bibliothek durchsuchen</translation>
    </message>
    <message>
        <source>Add to blue</source>
        <translation>Zu Blau hinzufügen</translation>
    </message>
    <message>
        <source>Add to orange</source>
        <translation>Zu Orange hinzufügen</translation>
    </message>
    <message>
        <source>Favourite</source>
        <translation>Favorit</translation>
    </message>
    <message>
        <source>Open the folder</source>
        <translation>Ordner öffnen</translation>
    </message>
    <message>
        <source>Open in the editor</source>
        <translation>Im Editor öffnen</translation>
    </message>
    <message>
        <source>Copy the path</source>
        <translation>Pfad kopieren</translation>
    </message>
</context>
<context>
    <name>LogPanel</name>
    <message>
        <source>Whose log is shown</source>
        <translation>Wessen Protokoll gezeigt wird</translation>
    </message>
    <message>
        <source>Whose log is shown; a click on a card chooses it too</source>
        <translation>Wessen Protokoll gezeigt wird; ein Klick auf eine Karte wählt es auch</translation>
    </message>
    <message>
        <source>How serious a line must be to be shown</source>
        <translation>Wie ernst eine Zeile sein muss, um gezeigt zu werden</translation>
    </message>
    <message>
        <source>All lines</source>
        <translation>Alle Zeilen</translation>
    </message>
    <message>
        <source>Without details</source>
        <translation>Ohne Einzelheiten</translation>
    </message>
    <message>
        <source>Warnings</source>
        <translation>Warnungen</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filtern</translation>
    </message>
    <message>
        <source>Show only lines with this text</source>
        <translation>Nur Zeilen mit diesem Text zeigen</translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>Folgen</translation>
    </message>
    <message>
        <source>Keep the newest line in view</source>
        <translation>Die neueste Zeile im Blick behalten</translation>
    </message>
    <message>
        <source>Follow the newest line</source>
        <translation>Der neuesten Zeile folgen</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy the lines that are shown, or the chosen ones</source>
        <translation>Die gezeigten oder die gewählten Zeilen kopieren</translation>
    </message>
    <message>
        <source>Copy report</source>
        <translation>Bericht kopieren</translation>
    </message>
    <message>
        <source>Copy versions, match, agents and their last lines, without your name in the paths</source>
        <translation>Versionen, Spiel, Agenten und ihre letzten Zeilen kopieren, ohne deinen Namen in den Pfaden</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Mark this text; Enter goes on, Shift+Enter back</source>
        <translation>Diesen Text markieren; Enter weiter, Umschalt+Enter zurück</translation>
    </message>
    <message>
        <source>{0} or more</source>
        <translation>{0} oder mehr</translation>
    </message>
    <message>
        <source>Search the log</source>
        <translation>Protokoll durchsuchen</translation>
    </message>
    <message>
        <source>Show the line for commands to the game</source>
        <translation>Die Zeile für Befehle an das Spiel zeigen</translation>
    </message>
    <message>
        <source>No line matches the filter.</source>
        <translation>Keine Zeile passt zum Filter.</translation>
    </message>
    <message>
        <source>Nothing printed yet.</source>
        <translation>Noch keine Ausgabe.</translation>
    </message>
</context>
<context>
    <name>LogView</name>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>The match</source>
        <translation>Das Spiel</translation>
    </message>
    <message>
        <source>Teams</source>
        <translation>Teams</translation>
    </message>
    <message>
        <source>Match settings</source>
        <translation>Spieleinstellungen</translation>
    </message>
    <message>
        <source>Problems ({0})</source>
        <translation>Probleme ({0})</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>Probleme</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>Bibliothek</translation>
    </message>
    <message>
        <source>Arena</source>
        <translation>Arena</translation>
    </message>
    <message>
        <source>Plots</source>
        <translation>Kurven</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>Notices</source>
        <translation>Meldungen</translation>
    </message>
</context>
<context>
    <name>MapLotController</name>
    <message>
        <source>The lot fell on the map {name}.</source>
        <translation>Das Los fiel auf die Karte {name}.</translation>
    </message>
    <message>
        <source>The bots are told so; the arena looks the same on every map.</source>
        <translation>Die Bots erfahren es; die Arena sieht auf jeder Karte gleich aus.</translation>
    </message>
</context>
<context>
    <name>MatchController</name>
    <message>
        <source>No match is running.</source>
        <translation>Es läuft kein Spiel.</translation>
    </message>
    <message>
        <source>The match is being stopped.</source>
        <translation>Das Spiel wird gestoppt.</translation>
    </message>
    <message>
        <source>A match is running.</source>
        <translation>Ein Spiel läuft.</translation>
    </message>
    <message>
        <source>The match is being stopped already.</source>
        <translation>Das Spiel wird schon gestoppt.</translation>
    </message>
    <message>
        <source>There is no match to start.</source>
        <translation>Es gibt kein Spiel, das starten könnte.</translation>
    </message>
    <message>
        <source>The match has errors: they are listed under Problems.</source>
        <translation>Das Spiel hat Fehler: Sie stehen unter Probleme.</translation>
    </message>
    <message>
        <source>Nobody plays: drop a bot on a team first.</source>
        <translation>Niemand spielt: Zieh erst einen Bot auf ein Team.</translation>
    </message>
    <message>
        <source>Kickabout itself failed: {0}</source>
        <translation>Kickabout selbst ist fehlgeschlagen: {0}</translation>
    </message>
</context>
<context>
    <name>MatchDisplay</name>
    <message>
        <source>Starting …</source>
        <translation>Startet …</translation>
    </message>
    <message>
        <source>The match failed.</source>
        <translation>Das Spiel ist fehlgeschlagen.</translation>
    </message>
    <message>
        <source>This match has errors. They are listed under Problems.</source>
        <translation>Dieses Spiel hat Fehler. Sie stehen unter Probleme.</translation>
    </message>
    <message>
        <source>Drop a bot&apos;s folder on each team, or a match document anywhere.</source>
        <translation>Zieh den Ordner eines Bots auf jedes Team oder ein Spieldokument irgendwohin.</translation>
    </message>
    <message>
        <source>Press Start to play this match.</source>
        <translation>Drück Start, um dieses Spiel zu spielen.</translation>
    </message>
</context>
<context>
    <name>MatchState</name>
    <message>
        <source>No match runs, so there is no server.</source>
        <translation>Es läuft kein Spiel, darum gibt es keinen Server.</translation>
    </message>
    <message>
        <source>server off</source>
        <translation>Server aus</translation>
    </message>
    <message>
        <source>no server</source>
        <translation>kein Server</translation>
    </message>
    <message>
        <source>server on</source>
        <translation>Server an</translation>
    </message>
    <message>
        <source>server starts</source>
        <translation>Server startet</translation>
    </message>
    <message>
        <source>No frame of a match has come yet.</source>
        <translation>Noch kam kein Bild eines Spiels.</translation>
    </message>
    <message>
        <source>no game</source>
        <translation>kein Spiel</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>The match stands still again after so many frames: {0}</source>
        <translation>Nach so vielen Frames steht das Spiel wieder still: {0}</translation>
    </message>
    <message>
        <source>stepping</source>
        <translation>Einzelschritte</translation>
    </message>
    <message>
        <source>playing</source>
        <translation>Spiel läuft</translation>
    </message>
    <message>
        <source>no agents</source>
        <translation>keine Agenten</translation>
    </message>
    <message>
        <source>{0} of {1} agents failed</source>
        <translation>{0} von {1} ausgefallen</translation>
    </message>
    <message>
        <source>agents off</source>
        <translation>Agenten aus</translation>
    </message>
    <message>
        <source>{0} of {1} agents play</source>
        <translation>{0} von {1} spielen</translation>
    </message>
</context>
<context>
    <name>MovableArena</name>
    <message>
        <source>Ball</source>
        <translation>Ball</translation>
    </message>
    <message>
        <source>{0} is chosen. Arrow keys lead it elsewhere.</source>
        <translation>{0} ist gewählt. Pfeiltasten führen es woandershin.</translation>
    </message>
    <message>
        <source>{0} to {1}. Enter puts it there, Shift+Enter throws it there.</source>
        <translation>{0} nach {1}. Eingabe setzt es dorthin, Umschalt+Eingabe wirft es dorthin.</translation>
    </message>
</context>
<context>
    <name>NeedController</name>
    <message>
        <source>Add {script}</source>
        <translation>Dazu: {script}</translation>
    </message>
    <message>
        <source>Add a script …</source>
        <translation>Skript hinzufügen …</translation>
    </message>
    <message>
        <source>It requires &quot;{word}&quot;, which no script of this match enables.</source>
        <translation>Er braucht „{word}“, und kein Skript dieses Spiels bietet das.</translation>
    </message>
    <message>
        <source>The library has no script that does.</source>
        <translation>In der Bibliothek ist kein Skript, das es bietet.</translation>
    </message>
    <message>
        <source>Those of the library that would cannot play: {names}.</source>
        <translation>Die in der Bibliothek, die es böten, können nicht spielen: {names}.</translation>
    </message>
    <message>
        <source>The library has: {names}.</source>
        <translation>In der Bibliothek: {names}.</translation>
    </message>
</context>
<context>
    <name>NewAgentDialog</name>
    <message>
        <source>New bot</source>
        <translation>Neuer Bot</translation>
    </message>
    <message>
        <source>My bot</source>
        <translation>Mein Bot</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Bot: one program for one car</source>
        <translation>Bot: ein Programm für ein Auto</translation>
    </message>
    <message>
        <source>Hivemind: one program for all cars of a team</source>
        <translation>Hivemind: ein Programm für alle Autos eines Teams</translation>
    </message>
    <message>
        <source>Script: a program without a car</source>
        <translation>Skript: ein Programm ohne Auto</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Choose …</source>
        <translation>Wählen …</translation>
    </message>
    <message>
        <source>Choose the folder</source>
        <translation>Ordner wählen</translation>
    </message>
    <message>
        <source>Why it cannot be made</source>
        <translation>Warum das nicht geht</translation>
    </message>
    <message>
        <source>Create</source>
        <translation>Anlegen</translation>
    </message>
    <message>
        <source>It is made in {place}, from an example that plays at once.</source>
        <translation>Er entsteht in {place} aus einem Beispiel, das sofort spielt.</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>Ordner wählen</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;Name</translation>
    </message>
    <message>
        <source>&amp;Kind</source>
        <translation>&amp;Art</translation>
    </message>
    <message>
        <source>&amp;Folder</source>
        <translation>&amp;Ordner</translation>
    </message>
</context>
<context>
    <name>NewsController</name>
    <message>
        <source>The report is on the clipboard.</source>
        <translation>Der Bericht liegt in der Zwischenablage.</translation>
    </message>
    <message>
        <source>{0} has changed ({1}). Let the new version play?</source>
        <translation>{0} hat sich geändert ({1}). Die neue Version spielen lassen?</translation>
    </message>
    <message>
        <source>{0} has changed. Let the new version play?</source>
        <translation>{0} hat sich geändert. Die neue Version spielen lassen?</translation>
    </message>
    <message>
        <source>Swap</source>
        <translation>Austauschen</translation>
    </message>
    <message>
        <source>Keep the old one</source>
        <translation>Die alte behalten</translation>
    </message>
    <message>
        <source>{0}: the change holds.</source>
        <translation>{0}: Die Änderung gilt.</translation>
    </message>
    <message>
        <source>Open line {0}</source>
        <translation>Zeile {0} öffnen</translation>
    </message>
    <message>
        <source>{0} reloaded (version {1}) in {2}.</source>
        <translation>{0} in {2} neu geladen (Version {1}).</translation>
    </message>
    <message>
        <source>{0}: new version rejected.</source>
        <translation>{0}: Neue Version abgelehnt.</translation>
    </message>
    <message>
        <source>{0} is being restarted. {1}</source>
        <translation>{0} wird neu gestartet. {1}</translation>
    </message>
    <message>
        <source>{0} is out of the match. {1}</source>
        <translation>{0} ist ausgeschieden. {1}</translation>
    </message>
    <message>
        <source>Show log</source>
        <translation>Protokoll zeigen</translation>
    </message>
</context>
<context>
    <name>NoticeHistory</name>
    <message>
        <source>Nothing has been said yet.</source>
        <translation>Noch gibt es keine Meldungen.</translation>
    </message>
    <message>
        <source>Notices</source>
        <translation>Meldungen</translation>
    </message>
    <message>
        <source>Press Enter: {0}</source>
        <translation>Enter drücken: {0}</translation>
    </message>
</context>
<context>
    <name>NoticeStrip</name>
    <message>
        <source>Do what helps</source>
        <translation>Tun, was hilft</translation>
    </message>
    <message>
        <source>Do the other</source>
        <translation>Das andere tun</translation>
    </message>
    <message>
        <source>Seen; it stays in the history</source>
        <translation>Gesehen; die Meldung bleibt in der Liste</translation>
    </message>
    <message>
        <source>Close the notice</source>
        <translation>Meldung schließen</translation>
    </message>
</context>
<context>
    <name>OptionController</name>
    <message>
        <source>Reset {option}</source>
        <translation>{option} zurücksetzen</translation>
    </message>
    <message numerus="yes">
        <source>Reset %n settings</source>
        <translation>
            <numerusform>%n Einstellung zurücksetzen</numerusform>
            <numerusform>%n Einstellungen zurücksetzen</numerusform>
        </translation>
    </message>
    <message>
        <source>Preset: {name}</source>
        <translation>Vorgabe: {name}</translation>
    </message>
    <message>
        <source>The preset &apos;{name}&apos; has the present settings now.</source>
        <translation>Die Vorgabe „{name}“ hat nun die jetzigen Einstellungen.</translation>
    </message>
    <message>
        <source>The preset &apos;{name}&apos; is forgotten.</source>
        <translation>Die Vorgabe „{name}“ ist vergessen.</translation>
    </message>
    <message>
        <source>Bring the old one back</source>
        <translation>Die alte zurückholen</translation>
    </message>
    <message>
        <source>{option} cannot be &apos;{typed}&apos;. Type {numbers}.</source>
        <translation>{option}: „{typed}“ geht nicht. Tippe {numbers}.</translation>
    </message>
</context>
<context>
    <name>OptionPanel</name>
    <message>
        <source>Settings of the match</source>
        <translation>Einstellungen des Spiels</translation>
    </message>
    <message>
        <source>The settings stay as they are while a match runs.</source>
        <translation>Solange ein Spiel läuft, bleiben die Einstellungen, wie sie sind.</translation>
    </message>
    <message>
        <source>Changed ({count})</source>
        <translation>Geändert ({count})</translation>
    </message>
    <message>
        <source>Scripts</source>
        <translation>Skripte</translation>
    </message>
    <message>
        <source>Nothing is changed.</source>
        <translation>Nichts ist geändert.</translation>
    </message>
    <message>
        <source>No setting has these words.</source>
        <translation>Keine Einstellung enthält diese Wörter.</translation>
    </message>
    <message>
        <source>Search the settings</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Search the settings of the match</source>
        <translation>Einstellungen des Spiels suchen</translation>
    </message>
    <message>
        <source>Words of a setting or of its values ({keys})</source>
        <translation>Wörter einer Einstellung oder ihrer Werte ({keys})</translation>
    </message>
    <message>
        <source>Clear the search</source>
        <translation>Suche leeren</translation>
    </message>
    <message>
        <source>Show only what is not as usual</source>
        <translation>Nur zeigen, was anders ist als üblich</translation>
    </message>
    <message>
        <source>Show changed settings only</source>
        <translation>Nur geänderte Einstellungen zeigen</translation>
    </message>
    <message>
        <source>Reset all settings of the match</source>
        <translation>Alle Einstellungen des Spiels zurücksetzen</translation>
    </message>
</context>
<context>
    <name>OptionRow</name>
    <message>
        <source>Reset {option}</source>
        <translation>{option} zurücksetzen</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Zurücksetzen</translation>
    </message>
    <message>
        <source>Reset to {value} (Del)</source>
        <translation>Auf „{value}“ zurücksetzen (Entf)</translation>
    </message>
    <message>
        <source>Changed; usually {value}.</source>
        <translation>Geändert; üblich ist „{value}“.</translation>
    </message>
    <message>
        <source>not played in {game}</source>
        <translation>wird in {game} nicht gespielt</translation>
    </message>
    <message>
        <source>no effect in {game}</source>
        <translation>ohne Wirkung in {game}</translation>
    </message>
    <message>
        <source>not understood</source>
        <translation>nicht verstanden</translation>
    </message>
</context>
<context>
    <name>Options</name>
    <message>
        <source>Mode and map</source>
        <translation>Modus und Karte</translation>
    </message>
    <message>
        <source>Clock and score</source>
        <translation>Uhr und Spielstand</translation>
    </message>
    <message>
        <source>Ball</source>
        <translation>Ball</translation>
    </message>
    <message>
        <source>Cars</source>
        <translation>Autos</translation>
    </message>
    <message>
        <source>World</source>
        <translation>Welt</translation>
    </message>
    <message>
        <source>Course of the match</source>
        <translation>Ablauf des Spiels</translation>
    </message>
    <message>
        <source>Bots and scripts</source>
        <translation>Bots und Skripte</translation>
    </message>
    <message>
        <source>When a bot or script ends by itself</source>
        <translation>Wenn ein Bot oder Skript von selbst endet</translation>
    </message>
    <message>
        <source>Rocket League</source>
        <translation>Rocket League</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>Modus</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>Karte</translation>
    </message>
    <message>
        <source>Match length</source>
        <translation>Spieldauer</translation>
    </message>
    <message>
        <source>Goals to win</source>
        <translation>Tore bis zum Sieg</translation>
    </message>
    <message>
        <source>Overtime</source>
        <translation>Verlängerung</translation>
    </message>
    <message>
        <source>Time limit</source>
        <translation>Zeitgrenze</translation>
    </message>
    <message>
        <source>Series</source>
        <translation>Serie</translation>
    </message>
    <message>
        <source>Goals count</source>
        <translation>Tore zählen</translation>
    </message>
    <message>
        <source>Points for a goal</source>
        <translation>Punkte für ein Tor</translation>
    </message>
    <message>
        <source>Points for an aerial goal</source>
        <translation>Punkte für ein Tor aus der Luft</translation>
    </message>
    <message>
        <source>Extra points for an assist</source>
        <translation>Zusatzpunkte für eine Vorlage</translation>
    </message>
    <message>
        <source>Points for a demolition</source>
        <translation>Punkte für eine Zerstörung</translation>
    </message>
    <message>
        <source>Points for possession</source>
        <translation>Punkte für Ballbesitz</translation>
    </message>
    <message>
        <source>Stale ball</source>
        <translation>Liegender Ball</translation>
    </message>
    <message>
        <source>Territory</source>
        <translation>Territorium</translation>
    </message>
    <message>
        <source>Ball type</source>
        <translation>Art des Balls</translation>
    </message>
    <message>
        <source>Ball size</source>
        <translation>Größe des Balls</translation>
    </message>
    <message>
        <source>Ball weight</source>
        <translation>Gewicht des Balls</translation>
    </message>
    <message>
        <source>Ball bounciness</source>
        <translation>Sprungkraft des Balls</translation>
    </message>
    <message>
        <source>Ball top speed</source>
        <translation>Höchsttempo des Balls</translation>
    </message>
    <message>
        <source>Ball gravity</source>
        <translation>Schwerkraft des Balls</translation>
    </message>
    <message>
        <source>Number of balls</source>
        <translation>Zahl der Bälle</translation>
    </message>
    <message>
        <source>Keep it up</source>
        <translation>Hochhalten</translation>
    </message>
    <message>
        <source>Demolition ball</source>
        <translation>Zerstörerball</translation>
    </message>
    <message>
        <source>Floor damage</source>
        <translation>Bodenschaden</translation>
    </message>
    <message>
        <source>Boost amount</source>
        <translation>Boost-Menge</translation>
    </message>
    <message>
        <source>Boost strength</source>
        <translation>Boost-Stärke</translation>
    </message>
    <message>
        <source>Boost works</source>
        <translation>Boost wirkt</translation>
    </message>
    <message>
        <source>Jumps</source>
        <translation>Sprünge</translation>
    </message>
    <message>
        <source>Time for a dodge</source>
        <translation>Zeit für eine Rolle</translation>
    </message>
    <message>
        <source>Demolitions</source>
        <translation>Zerstörungen</translation>
    </message>
    <message>
        <source>Back after a demolition</source>
        <translation>Zurück nach Zerstörung</translation>
    </message>
    <message>
        <source>Power-ups</source>
        <translation>Power-ups</translation>
    </message>
    <message>
        <source>Driving</source>
        <translation>Fahren</translation>
    </message>
    <message>
        <source>Tritip</source>
        <translation>Tritip</translation>
    </message>
    <message>
        <source>Gravity</source>
        <translation>Schwerkraft</translation>
    </message>
    <message>
        <source>Game speed</source>
        <translation>Spieltempo</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>Ereignis</translation>
    </message>
    <message>
        <source>Sound</source>
        <translation>Ton</translation>
    </message>
    <message>
        <source>Match admin</source>
        <translation>Spielleitung</translation>
    </message>
    <message>
        <source>Start without countdown</source>
        <translation>Start ohne Countdown</translation>
    </message>
    <message>
        <source>Skip goal replays</source>
        <translation>Torwiederholungen auslassen</translation>
    </message>
    <message>
        <source>Freeplay</source>
        <translation>Freies Spiel</translation>
    </message>
    <message>
        <source>Save a replay</source>
        <translation>Wiederholung speichern</translation>
    </message>
    <message>
        <source>If a match is running</source>
        <translation>Wenn ein Spiel läuft</translation>
    </message>
    <message>
        <source>Wait until all are ready</source>
        <translation>Warten, bis alle bereit sind</translation>
    </message>
    <message>
        <source>Start bots and scripts</source>
        <translation>Bots und Skripte starten</translation>
    </message>
    <message>
        <source>Drawing by bots</source>
        <translation>Zeichnen durch Bots</translation>
    </message>
    <message>
        <source>Bots may move things</source>
        <translation>Bots dürfen Dinge versetzen</translation>
    </message>
    <message>
        <source>Restarts in a match</source>
        <translation>Neustarts in einem Spiel</translation>
    </message>
    <message>
        <source>Restarts in short time</source>
        <translation>Neustarts in kurzer Zeit</translation>
    </message>
    <message>
        <source>Short time means</source>
        <translation>Kurze Zeit heißt</translation>
    </message>
    <message>
        <source>Wait before a restart</source>
        <translation>Warten vor einem Neustart</translation>
    </message>
    <message>
        <source>Longest wait</source>
        <translation>Längstes Warten</translation>
    </message>
    <message>
        <source>When none is left</source>
        <translation>Wenn keiner mehr bleibt</translation>
    </message>
    <message>
        <source>Counts as hung after</source>
        <translation>Gilt als hängend nach</translation>
    </message>
    <message>
        <source>Start the game with</source>
        <translation>Spiel starten mit</translation>
    </message>
    <message>
        <source>Other launcher</source>
        <translation>Anderer Starter</translation>
    </message>
    <message>
        <source>Performance display</source>
        <translation>Leistungsanzeige</translation>
    </message>
    <message>
        <source>The rules that are played.</source>
        <translation>Die Regeln, nach denen gespielt wird.</translation>
    </message>
    <message>
        <source>Where the match is played. With Random, each start draws a map that has had no turn. Type the file name of a map that is not listed.</source>
        <translation>Wo gespielt wird. Nach Los zieht jeder Start eine Karte, die noch nicht dran war. Schreib den Dateinamen einer Karte hinein, die nicht in der Liste steht.</translation>
    </message>
    <message>
        <source>What the clock shows at the first kickoff.</source>
        <translation>Was die Uhr beim ersten Anstoß zeigt.</translation>
    </message>
    <message>
        <source>The match ends early for who has scored so often.</source>
        <translation>Wer so oft getroffen hat, gewinnt vorzeitig.</translation>
    </message>
    <message>
        <source>How a draw is decided.</source>
        <translation>Wie ein Unentschieden entschieden wird.</translation>
    </message>
    <message>
        <source>The match ends after so long, whatever the clock shows.</source>
        <translation>Nach so langer Zeit endet das Spiel, gleich was die Uhr zeigt.</translation>
    </message>
    <message>
        <source>The match goes to who wins most of so many games.</source>
        <translation>Das Spiel gewinnt, wer von so vielen Partien die meisten gewinnt.</translation>
    </message>
    <message>
        <source>Whether a goal changes the score.</source>
        <translation>Ob ein Tor den Spielstand ändert.</translation>
    </message>
    <message>
        <source>A ball that nobody touches for so long is put back.</source>
        <translation>Ein Ball, den so lange niemand berührt, wird zurückgelegt.</translation>
    </message>
    <message>
        <source>A point for having the ball so long.</source>
        <translation>Ein Punkt für so langen Ballbesitz.</translation>
    </message>
    <message>
        <source>How often a car can jump before it lands.</source>
        <translation>Wie oft ein Auto springen kann, bevor es landet.</translation>
    </message>
    <message>
        <source>How long after a jump a car can jump again or dodge.</source>
        <translation>Wie lange nach einem Sprung ein Auto noch einmal springen oder sich abrollen kann.</translation>
    </message>
    <message>
        <source>What blows a car up.</source>
        <translation>Was ein Auto zerstört.</translation>
    </message>
    <message>
        <source>Which way cars may drive.</source>
        <translation>Wohin Autos fahren dürfen.</translation>
    </message>
    <message>
        <source>The first kickoff comes at once.</source>
        <translation>Der erste Anstoß kommt sofort.</translation>
    </message>
    <message>
        <source>After a goal the next kickoff comes at once.</source>
        <translation>Nach einem Tor kommt der nächste Anstoß sofort.</translation>
    </message>
    <message>
        <source>Play without clock, score and end.</source>
        <translation>Spielen ohne Uhr, Spielstand und Ende.</translation>
    </message>
    <message>
        <source>Keep a replay file of every match.</source>
        <translation>Von jedem Spiel eine Wiederholungsdatei behalten.</translation>
    </message>
    <message>
        <source>What a start does to a match that still runs.</source>
        <translation>Was ein Start mit einem Spiel macht, das noch läuft.</translation>
    </message>
    <message>
        <source>The match begins when every bot and script is ready.</source>
        <translation>Das Spiel beginnt, wenn jeder Bot und jedes Skript bereit ist.</translation>
    </message>
    <message>
        <source>Off: you start every bot and script by hand.</source>
        <translation>Aus: Du startest jeden Bot und jedes Skript von Hand.</translation>
    </message>
    <message>
        <source>Whether bots may draw lines and texts into the game.</source>
        <translation>Ob Bots Linien und Texte ins Spiel zeichnen dürfen.</translation>
    </message>
    <message>
        <source>Whether bots may move cars and ball about: of use for training, unfair in a match.</source>
        <translation>Ob Bots Autos und Ball versetzen dürfen: nützlich zum Üben, unfair im Spiel.</translation>
    </message>
    <message>
        <source>How often one that crashed, left or hung is started again in a match. Choose or type a number.</source>
        <translation>Wie oft einer, der abgestürzt ist, ging oder hing, in einem Spiel neu gestartet wird. Wähle oder tippe eine Zahl.</translation>
    </message>
    <message>
        <source>How often it is started again in short time, which the next setting measures.</source>
        <translation>Wie oft er in kurzer Zeit neu gestartet wird; wie lang die ist, sagt die nächste Einstellung.</translation>
    </message>
    <message>
        <source>The time in which so few restarts are allowed.</source>
        <translation>Die Zeit, in der nur so wenige Neustarts erlaubt sind.</translation>
    </message>
    <message>
        <source>The wait before the first restart; each further one in short time waits twice as long.</source>
        <translation>Das Warten vor dem ersten Neustart; jeder weitere in kurzer Zeit wartet doppelt so lange.</translation>
    </message>
    <message>
        <source>No restart waits longer than this.</source>
        <translation>Länger wartet kein Neustart.</translation>
    </message>
    <message>
        <source>What becomes of the match when it may not be started again.</source>
        <translation>Was aus dem Spiel wird, wenn er nicht mehr neu gestartet werden darf.</translation>
    </message>
    <message>
        <source>A bot that answers nothing for so many frames is started again; only a game that reports it can tell.</source>
        <translation>Ein Bot, der so viele Frames lang nichts antwortet, wird neu gestartet; das weiß nur ein Spiel, das es meldet.</translation>
    </message>
    <message>
        <source>The shop that Rocket League was bought in.</source>
        <translation>Der Laden, in dem Rocket League gekauft wurde.</translation>
    </message>
    <message>
        <source>The program that is meant by another launcher.</source>
        <translation>Das Programm, das mit einem anderen Starter gemeint ist.</translation>
    </message>
    <message>
        <source>When Rocket League shows how well bots keep up.</source>
        <translation>Wann Rocket League zeigt, wie gut Bots mithalten.</translation>
    </message>
    <message>
        <source>Default soccar</source>
        <translation>Soccar</translation>
    </message>
    <message>
        <source>Hoops</source>
        <translation>Hoops</translation>
    </message>
    <message>
        <source>Snow Day</source>
        <translation>Snow Day</translation>
    </message>
    <message>
        <source>Heatseeker</source>
        <translation>Heatseeker</translation>
    </message>
    <message>
        <source>Dropshot</source>
        <translation>Dropshot</translation>
    </message>
    <message>
        <source>Rumble</source>
        <translation>Rumble</translation>
    </message>
    <message>
        <source>Unlimited boost</source>
        <translation>Unbegrenzter Boost</translation>
    </message>
    <message>
        <source>No boost</source>
        <translation>Kein Boost</translation>
    </message>
    <message>
        <source>Low gravity</source>
        <translation>Wenig Schwerkraft</translation>
    </message>
    <message>
        <source>Beach ball</source>
        <translation>Wasserball</translation>
    </message>
    <message>
        <source>Boomer</source>
        <translation>Boomer</translation>
    </message>
    <message>
        <source>Speed demon</source>
        <translation>Temporausch</translation>
    </message>
    <message>
        <source>G-force frenzy</source>
        <translation>Schwerelos</translation>
    </message>
    <message>
        <source>Super cube</source>
        <translation>Superwürfel</translation>
    </message>
    <message>
        <source>Spike rush</source>
        <translation>Stachelsturm</translation>
    </message>
    <message>
        <source>Ghost hunt</source>
        <translation>Geisterjagd</translation>
    </message>
    <message>
        <source>Backwards</source>
        <translation>Rückwärts</translation>
    </message>
    <message>
        <source>First goal wins</source>
        <translation>Das erste Tor gewinnt</translation>
    </message>
    <message>
        <source>No limit</source>
        <translation>Unbegrenzt</translation>
    </message>
    <message>
        <source>{0} s</source>
        <translation>{0} s</translation>
    </message>
    <message>
        <source>{0} frames ({1} s)</source>
        <translation>{0} Frames ({1} s)</translation>
    </message>
    <message>
        <source>None at all</source>
        <translation>Gar keiner</translation>
    </message>
    <message>
        <source>a whole number from {0} to {1}, or &apos;unlimited&apos;</source>
        <translation>eine ganze Zahl von {0} bis {1} oder „unlimited“</translation>
    </message>
    <message>
        <source>a whole number from {0} to {1}</source>
        <translation>eine ganze Zahl von {0} bis {1}</translation>
    </message>
    <message>
        <source>a number of seconds from {0} to {1}, or &apos;unlimited&apos;</source>
        <translation>eine Zahl von Sekunden von {0} bis {1} oder „unlimited“</translation>
    </message>
    <message>
        <source>a number of seconds from {0} to {1}</source>
        <translation>eine Zahl von Sekunden von {0} bis {1}</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Aus</translation>
    </message>
    <message>
        <source>On</source>
        <translation>An</translation>
    </message>
    <message>
        <source>Usual</source>
        <translation>Wie üblich</translation>
    </message>
    <message>
        <source>Low</source>
        <translation>Niedrig</translation>
    </message>
    <message>
        <source>High</source>
        <translation>Hoch</translation>
    </message>
    <message>
        <source>Very high</source>
        <translation>Sehr hoch</translation>
    </message>
    <message>
        <source>Haunted</source>
        <translation>Spuk</translation>
    </message>
    <message>
        <source>Soccar</source>
        <translation>Soccar</translation>
    </message>
    <message>
        <source>Gridiron</source>
        <translation>Gridiron</translation>
    </message>
    <message>
        <source>Knockout</source>
        <translation>Knockout</translation>
    </message>
    <message>
        <source>The mode&apos;s usual map</source>
        <translation>Die übliche Karte des Modus</translation>
    </message>
    <message>
        <source>A single game</source>
        <translation>Eine einzelne Partie</translation>
    </message>
    <message>
        <source>Never put back</source>
        <translation>Nie zurückgelegt</translation>
    </message>
    <message>
        <source>Until the next goal</source>
        <translation>Bis zum nächsten Tor</translation>
    </message>
    <message>
        <source>5 minutes, then who scored first</source>
        <translation>5 Minuten, dann wer zuerst traf</translation>
    </message>
    <message>
        <source>5 minutes, then by lot</source>
        <translation>5 Minuten, dann das Los</translation>
    </message>
    <message>
        <source>Slow motion</source>
        <translation>Zeitlupe</translation>
    </message>
    <message>
        <source>Fast motion</source>
        <translation>Zeitraffer</translation>
    </message>
    <message>
        <source>Slow</source>
        <translation>Langsam</translation>
    </message>
    <message>
        <source>Fast</source>
        <translation>Schnell</translation>
    </message>
    <message>
        <source>Very fast</source>
        <translation>Sehr schnell</translation>
    </message>
    <message>
        <source>The mode&apos;s own</source>
        <translation>Der des Modus</translation>
    </message>
    <message>
        <source>Cube</source>
        <translation>Würfel</translation>
    </message>
    <message>
        <source>Puck</source>
        <translation>Puck</translation>
    </message>
    <message>
        <source>Basketball</source>
        <translation>Basketball</translation>
    </message>
    <message>
        <source>Anniversary</source>
        <translation>Jubiläum</translation>
    </message>
    <message>
        <source>Ekin</source>
        <translation>Ekin</translation>
    </message>
    <message>
        <source>Spooky cube</source>
        <translation>Spukwürfel</translation>
    </message>
    <message>
        <source>Egg</source>
        <translation>Ei</translation>
    </message>
    <message>
        <source>Seeks players</source>
        <translation>Sucht Spieler</translation>
    </message>
    <message>
        <source>Dropshot ball</source>
        <translation>Dropshot-Ball</translation>
    </message>
    <message>
        <source>Absorbs points</source>
        <translation>Schluckt Punkte</translation>
    </message>
    <message>
        <source>Shoe</source>
        <translation>Schuh</translation>
    </message>
    <message>
        <source>Pizza</source>
        <translation>Pizza</translation>
    </message>
    <message>
        <source>Strike</source>
        <translation>Strike</translation>
    </message>
    <message>
        <source>Spooky balloon</source>
        <translation>Spukballon</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Leicht</translation>
    </message>
    <message>
        <source>Heavy</source>
        <translation>Schwer</translation>
    </message>
    <message>
        <source>Very light</source>
        <translation>Sehr leicht</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>Fliegt Kurven</translation>
    </message>
    <message>
        <source>Curves like a beach ball</source>
        <translation>Kurven wie ein Wasserball</translation>
    </message>
    <message>
        <source>Curves like a football</source>
        <translation>Kurven wie ein Fußball</translation>
    </message>
    <message>
        <source>Curves a little</source>
        <translation>Leichte Kurven</translation>
    </message>
    <message>
        <source>Balloon</source>
        <translation>Ballon</translation>
    </message>
    <message>
        <source>Small</source>
        <translation>Klein</translation>
    </message>
    <message>
        <source>Larger</source>
        <translation>Größer</translation>
    </message>
    <message>
        <source>Large</source>
        <translation>Groß</translation>
    </message>
    <message>
        <source>Gigantic</source>
        <translation>Riesig</translation>
    </message>
    <message>
        <source>Rather low</source>
        <translation>Eher niedrig</translation>
    </message>
    <message>
        <source>Unlimited</source>
        <translation>Unbegrenzt</translation>
    </message>
    <message>
        <source>Recharges slowly</source>
        <translation>Lädt langsam nach</translation>
    </message>
    <message>
        <source>Recharges rapidly</source>
        <translation>Lädt schnell nach</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Ohne</translation>
    </message>
    <message>
        <source>1.5 times</source>
        <translation>1,5-fach</translation>
    </message>
    <message>
        <source>2 times</source>
        <translation>2-fach</translation>
    </message>
    <message>
        <source>5 times</source>
        <translation>5-fach</translation>
    </message>
    <message>
        <source>10 times</source>
        <translation>10-fach</translation>
    </message>
    <message>
        <source>Everywhere</source>
        <translation>Überall</translation>
    </message>
    <message>
        <source>In the air only</source>
        <translation>Nur in der Luft</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>All, slowly</source>
        <translation>Alle, langsam</translation>
    </message>
    <message>
        <source>Civilized</source>
        <translation>Gesittet</translation>
    </message>
    <message>
        <source>Destruction derby</source>
        <translation>Zerstörungsderby</translation>
    </message>
    <message>
        <source>Springs only</source>
        <translation>Nur Federn</translation>
    </message>
    <message>
        <source>Spikes only</source>
        <translation>Nur Stacheln</translation>
    </message>
    <message>
        <source>Haunted beam</source>
        <translation>Spukstrahl</translation>
    </message>
    <message>
        <source>Tactical</source>
        <translation>Taktisch</translation>
    </message>
    <message>
        <source>Gotham</source>
        <translation>Gotham</translation>
    </message>
    <message>
        <source>Grappling hooks only</source>
        <translation>Nur Enterhaken</translation>
    </message>
    <message>
        <source>Haymakers only</source>
        <translation>Nur Schwinger</translation>
    </message>
    <message>
        <source>Spike rush with force</source>
        <translation>Stachelsturm mit Wucht</translation>
    </message>
    <message>
        <source>Rock, paper, scissors</source>
        <translation>Schere, Stein, Papier</translation>
    </message>
    <message>
        <source>Upwards</source>
        <translation>Nach oben</translation>
    </message>
    <message>
        <source>As everything&apos;s</source>
        <translation>Wie für alles</translation>
    </message>
    <message>
        <source>Supersonic hits</source>
        <translation>Überschalltreffer</translation>
    </message>
    <message>
        <source>Supersonic hits, team mates too</source>
        <translation>Überschalltreffer, auch im eigenen Team</translation>
    </message>
    <message>
        <source>Every contact</source>
        <translation>Jede Berührung</translation>
    </message>
    <message>
        <source>Every contact, team mates too</source>
        <translation>Jede Berührung, auch im eigenen Team</translation>
    </message>
    <message>
        <source>Touching the ball</source>
        <translation>Ballberührung</translation>
    </message>
    <message>
        <source>Touching the ball, team mates too</source>
        <translation>Ballberührung, auch im eigenen Team</translation>
    </message>
    <message>
        <source>Touching the ball, silently</source>
        <translation>Ballberührung, lautlos</translation>
    </message>
    <message>
        <source>Touching the ball, team mates too, silently</source>
        <translation>Ballberührung, auch im eigenen Team, lautlos</translation>
    </message>
    <message>
        <source>3 seconds, cars stay after goals</source>
        <translation>3 Sekunden, Autos bleiben nach Toren</translation>
    </message>
    <message>
        <source>Rugby</source>
        <translation>Rugby</translation>
    </message>
    <message>
        <source>From the ground only</source>
        <translation>Nur vom Boden</translation>
    </message>
    <message>
        <source>2 jumps</source>
        <translation>2 Sprünge</translation>
    </message>
    <message>
        <source>3 jumps</source>
        <translation>3 Sprünge</translation>
    </message>
    <message>
        <source>4 jumps</source>
        <translation>4 Sprünge</translation>
    </message>
    <message>
        <source>1.25 seconds</source>
        <translation>1,25 Sekunden</translation>
    </message>
    <message>
        <source>Every second</source>
        <translation>Jede Sekunde</translation>
    </message>
    <message>
        <source>Every 2 seconds</source>
        <translation>Alle 2 Sekunden</translation>
    </message>
    <message>
        <source>Every 3 seconds</source>
        <translation>Alle 3 Sekunden</translation>
    </message>
    <message>
        <source>Backwards only</source>
        <translation>Nur rückwärts</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>Ja</translation>
    </message>
    <message>
        <source>No</source>
        <translation>Nein</translation>
    </message>
    <message>
        <source>On, counting up</source>
        <translation>An, mit steigender Zählung</translation>
    </message>
    <message>
        <source>Start anew</source>
        <translation>Neu beginnen</translation>
    </message>
    <message>
        <source>Go on, with these cars</source>
        <translation>Weiter, mit diesen Autos</translation>
    </message>
    <message>
        <source>Start anew if it differs</source>
        <translation>Neu beginnen, wenn es abweicht</translation>
    </message>
    <message>
        <source>Off, can be switched on</source>
        <translation>Aus, kann eingeschaltet werden</translation>
    </message>
    <message>
        <source>Its cars stand still</source>
        <translation>Seine Autos stehen still</translation>
    </message>
    <message>
        <source>The other side wins</source>
        <translation>Die andere Seite gewinnt</translation>
    </message>
    <message>
        <source>The match ends</source>
        <translation>Das Spiel endet</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>Nie</translation>
    </message>
    <message>
        <source>When bots are late</source>
        <translation>Wenn Bots zu spät sind</translation>
    </message>
    <message>
        <source>Always</source>
        <translation>Immer</translation>
    </message>
    <message>
        <source>Steam</source>
        <translation>Steam</translation>
    </message>
    <message>
        <source>Epic Games</source>
        <translation>Epic Games</translation>
    </message>
    <message>
        <source>Another launcher</source>
        <translation>Ein anderer Starter</translation>
    </message>
    <message>
        <source>Nothing, it already runs</source>
        <translation>Nichts, es läuft schon</translation>
    </message>
    <message>
        <source>Legendary</source>
        <translation>Legendary</translation>
    </message>
    <message>
        <source>Heroic</source>
        <translation>Heroic</translation>
    </message>
    <message>
        <source>the arena</source>
        <translation>der Arena</translation>
    </message>
    <message>
        <source>Random</source>
        <translation>Nach Los</translation>
    </message>
</context>
<context>
    <name>OutsideController</name>
    <message>
        <source>A question</source>
        <translation>Eine Frage</translation>
    </message>
    <message>
        <source>The match failed</source>
        <translation>Das Spiel ist gescheitert</translation>
    </message>
    <message>
        <source>The match could not start</source>
        <translation>Das Spiel konnte nicht starten</translation>
    </message>
    <message>
        <source>The match is over</source>
        <translation>Das Spiel ist aus</translation>
    </message>
</context>
<context>
    <name>Overview</name>
    <message>
        <source>Untitled match</source>
        <translation>Spiel ohne Titel</translation>
    </message>
    <message>
        <source>random map</source>
        <translation>Karte nach Los</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Du</translation>
    </message>
    <message>
        <source>Psyonix bot</source>
        <translation>Psyonix-Bot</translation>
    </message>
    <message>
        <source>Car</source>
        <translation>Auto</translation>
    </message>
</context>
<context>
    <name>PackCard</name>
    <message>
        <source>How far it is</source>
        <translation>Wie weit es ist</translation>
    </message>
    <message>
        <source>Look for updates</source>
        <translation>Nach Neuem sehen</translation>
    </message>
    <message>
        <source>Ask its source which version is the newest</source>
        <translation>Die Quelle fragen, welche Version die neueste ist</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>Herunterladen</translation>
    </message>
    <message>
        <source>Fetch what is named above</source>
        <translation>Holen, was oben genannt ist</translation>
    </message>
    <message>
        <source>Unpack</source>
        <translation>Entpacken</translation>
    </message>
    <message>
        <source>Unpack the file; nothing is run</source>
        <translation>Die Datei entpacken; nichts wird ausgeführt</translation>
    </message>
    <message>
        <source>Update</source>
        <translation>Aktualisieren</translation>
    </message>
    <message>
        <source>Let the new version take the place of the old one</source>
        <translation>Die neue Version an die Stelle der alten setzen</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>Jetzt nicht</translation>
    </message>
    <message>
        <source>Leave everything as it is</source>
        <translation>Alles lassen, wie es ist</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Break it off; nothing changes</source>
        <translation>Abbrechen; nichts ändert sich</translation>
    </message>
    <message>
        <source>Repair</source>
        <translation>Reparieren</translation>
    </message>
    <message>
        <source>Find files that are not as they came, and fetch them again after a question</source>
        <translation>Dateien finden, die nicht mehr sind, wie sie kamen, und nach einer Frage neu holen</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Delete its files; asks first if some of them are yours</source>
        <translation>Seine Dateien löschen; fragt zuerst, wenn eigene darunter sind</translation>
    </message>
    <message>
        <source>Remove, keep a copy of mine</source>
        <translation>Entfernen, Eigenes aufheben</translation>
    </message>
    <message>
        <source>Delete the pack, and keep the files that are yours in a folder</source>
        <translation>Das Paket löschen und die eigenen Dateien in einem Ordner aufheben</translation>
    </message>
    <message>
        <source>Remove everything</source>
        <translation>Alles entfernen</translation>
    </message>
    <message>
        <source>Delete the pack with the files that are yours</source>
        <translation>Das Paket mit den eigenen Dateien löschen</translation>
    </message>
    <message>
        <source>Open the folder</source>
        <translation>Ordner öffnen</translation>
    </message>
    <message>
        <source>Show its files</source>
        <translation>Seine Dateien zeigen</translation>
    </message>
    <message>
        <source>Add to the library</source>
        <translation>In die Bibliothek</translation>
    </message>
    <message>
        <source>Its folder is not part of the library</source>
        <translation>Sein Ordner gehört nicht zur Bibliothek</translation>
    </message>
</context>
<context>
    <name>PackController</name>
    <message>
        <source>{0} is the newest version.</source>
        <translation>{0} ist die neueste Version.</translation>
    </message>
    <message>
        <source>Every file is as it came.</source>
        <translation>Jede Datei ist, wie sie kam.</translation>
    </message>
    <message>
        <source>This did not work ({0}). Try again.</source>
        <translation>Das ging nicht ({0}). Versuch es noch einmal.</translation>
    </message>
</context>
<context>
    <name>PackFaults</name>
    <message>
        <source>The archive {name} is damaged or not whole: {reason}.</source>
        <translation>Das Archiv {name} ist beschädigt oder nicht vollständig: {reason}.</translation>
    </message>
    <message>
        <source>The archive has a header that would fill the memory. It is not unpacked.</source>
        <translation>Das Archiv hat einen Kopf, der den Speicher füllen würde. Es wird nicht entpackt.</translation>
    </message>
    <message>
        <source>{name} is no .zip, .tar.xz or .tar.gz file, whatever its name says.</source>
        <translation>{name} ist keine Datei .zip, .tar.xz oder .tar.gz, wie auch immer sie heißt.</translation>
    </message>
    <message>
        <source>The archive {name} asks for a password. Unpack it yourself, and add the folder.</source>
        <translation>Das Archiv {name} verlangt ein Passwort. Entpack es selbst und füg den Ordner hinzu.</translation>
    </message>
    <message>
        <source>There is no file {path} any more.</source>
        <translation>Die Datei {path} gibt es nicht mehr.</translation>
    </message>
    <message>
        <source>The file {path} has changed meanwhile. Look again, then try again.</source>
        <translation>Die Datei {path} hat sich inzwischen geändert. Sieh noch einmal nach und versuch es dann wieder.</translation>
    </message>
    <message>
        <source>The pack cannot be prepared in {folder}: {reason}.</source>
        <translation>Das Paket kann in {folder} nicht vorbereitet werden: {reason}.</translation>
    </message>
    <message>
        <source>The file has {size} or more; no pack is that large.</source>
        <translation>Die Datei hat {size} oder mehr; so groß ist kein Paket.</translation>
    </message>
    <message>
        <source>{address} is a web page, not a .zip, .tar.xz or .tar.gz file.</source>
        <translation>{address} ist eine Webseite, keine Datei .zip, .tar.xz oder .tar.gz.</translation>
    </message>
    <message>
        <source>{address} is something else ({kind}), not a .zip, .tar.xz or .tar.gz file.</source>
        <translation>{address} ist etwas anderes ({kind}), keine Datei .zip, .tar.xz oder .tar.gz.</translation>
    </message>
    <message>
        <source>What arrived is not the file that was offered. Look again, then try again.</source>
        <translation>Was ankam, ist nicht die angebotene Datei. Sieh noch einmal nach und versuch es dann wieder.</translation>
    </message>
    <message>
        <source>The transfer ended before its end. Try again.</source>
        <translation>Die Übertragung endete zu früh. Versuch es noch einmal.</translation>
    </message>
    <message>
        <source>The disk of {folder} has {free} left, which is too little for {size} and what will be unpacked from it. Make room, then try again.</source>
        <translation>Auf dem Datenträger von {folder} sind {free} frei, zu wenig für {size} und was daraus entpackt wird. Schaff Platz und versuch es dann wieder.</translation>
    </message>
    <message>
        <source>The disk of {folder} has {free} left, and there is more to come. Make room, then try again.</source>
        <translation>Auf dem Datenträger von {folder} sind {free} frei, und es fehlt noch etwas. Schaff Platz und versuch es dann wieder.</translation>
    </message>
    <message>
        <source>{path} cannot be written: {reason}.</source>
        <translation>{path} kann nicht geschrieben werden: {reason}.</translation>
    </message>
    <message>
        <source>There is no repository or branch {source}, or it is private. Check the name.</source>
        <translation>Es gibt kein Repository und keinen Zweig {source}, oder es ist privat. Prüf den Namen.</translation>
    </message>
    <message>
        <source>The answer about the repository has no {name}. Try again later.</source>
        <translation>In der Antwort über das Repository fehlt {name}. Versuch es später wieder.</translation>
    </message>
    <message>
        <source>{host} gave no answer that can be understood. A login page of the network may be in between; open a page in the browser, then try again.</source>
        <translation>{host} gab keine verständliche Antwort. Vielleicht ist eine Anmeldeseite des Netzes dazwischen; öffne eine Seite im Browser und versuch es dann wieder.</translation>
    </message>
    <message>
        <source>{host} answers no more questions from here for now. Try again in an hour.</source>
        <translation>{host} beantwortet von hier vorerst keine Fragen mehr. Versuch es in einer Stunde wieder.</translation>
    </message>
    <message>
        <source>{host} answers no more questions from here for now. Try again at {time}.</source>
        <translation>{host} beantwortet von hier vorerst keine Fragen mehr. Versuch es um {time} wieder.</translation>
    </message>
    <message>
        <source>{host} answers {status} to {address}. Check the address.</source>
        <translation>{host} antwortet mit {status} auf {address}. Prüf die Adresse.</translation>
    </message>
    <message>
        <source>{host} broke the connection off. Try again.</source>
        <translation>{host} hat die Verbindung abgebrochen. Versuch es noch einmal.</translation>
    </message>
    <message>
        <source>{host} broke the transfer off. Try again.</source>
        <translation>{host} hat die Übertragung abgebrochen. Versuch es noch einmal.</translation>
    </message>
    <message>
        <source>{host} has nothing at {address}. Check the address.</source>
        <translation>{host} hat nichts unter {address}. Prüf die Adresse.</translation>
    </message>
    <message>
        <source>{host} does not let everybody have {address} (it answers {status}).</source>
        <translation>{host} gibt {address} nicht jedem (Antwort {status}).</translation>
    </message>
    <message>
        <source>{host} has a fault of its own (it answers {status}). Try again later.</source>
        <translation>{host} hat selbst einen Fehler (Antwort {status}). Versuch es später wieder.</translation>
    </message>
    <message>
        <source>Nothing arrived from {host} for {seconds} seconds. Try again.</source>
        <translation>Von {host} kam {seconds} Sekunden lang nichts. Versuch es noch einmal.</translation>
    </message>
    <message>
        <source>The connection with {host} cannot be trusted: {reason}. Check the clock of this machine and what filters its network.</source>
        <translation>Der Verbindung mit {host} ist nicht zu trauen: {reason}. Prüf die Uhr dieses Rechners und was sein Netz filtert.</translation>
    </message>
    <message>
        <source>{host} does not answer. Check the connection, then try again.</source>
        <translation>{host} antwortet nicht. Prüf die Verbindung und versuch es dann wieder.</translation>
    </message>
    <message>
        <source>{host} refuses the connection. Check the address, then try again.</source>
        <translation>{host} lehnt die Verbindung ab. Prüf die Adresse und versuch es dann wieder.</translation>
    </message>
    <message>
        <source>{host} cannot be reached: this machine seems to be offline.</source>
        <translation>{host} ist nicht zu erreichen: Dieser Rechner scheint offline zu sein.</translation>
    </message>
    <message>
        <source>{address} is no address that can be fetched.</source>
        <translation>{address} ist keine Adresse, die man holen kann.</translation>
    </message>
    <message>
        <source>{host} sends us on to {address}, which is not safe.</source>
        <translation>{host} schickt uns weiter zu {address}, und das ist nicht sicher.</translation>
    </message>
    <message>
        <source>The answer of {host} is far too long.</source>
        <translation>Die Antwort von {host} ist viel zu lang.</translation>
    </message>
    <message>
        <source>{host} answers too slowly. Try again later.</source>
        <translation>{host} antwortet zu langsam. Versuch es später wieder.</translation>
    </message>
    <message>
        <source>The archive has a name of {count} letters: {name} … It is not unpacked.</source>
        <translation>Das Archiv hat einen Namen von {count} Zeichen: {name} … Es wird nicht entpackt.</translation>
    </message>
    <message>
        <source>The archive wants to write outside of its folder: {name}. It is not unpacked.</source>
        <translation>Das Archiv will außerhalb seines Ordners schreiben: {name}. Es wird nicht entpackt.</translation>
    </message>
    <message>
        <source>The archive has {count} folders within each other: {name} … It is not unpacked.</source>
        <translation>Das Archiv hat {count} Ordner ineinander: {name} … Es wird nicht entpackt.</translation>
    </message>
    <message>
        <source>The archive has a name with letters that cannot be shown: {name}. It is not unpacked.</source>
        <translation>Das Archiv hat einen Namen mit Zeichen, die sich nicht zeigen lassen: {name}. Es wird nicht entpackt.</translation>
    </message>
    <message>
        <source>The archive has a name that is no text: {name}. It is not unpacked.</source>
        <translation>Das Archiv hat einen Namen, der kein Text ist: {name}. Es wird nicht entpackt.</translation>
    </message>
    <message>
        <source>The archive has a name of {count} bytes, {name}, which is too long. It is not unpacked.</source>
        <translation>Das Archiv hat einen Namen von {count} Byte, {name}, und das ist zu lang. Es wird nicht entpackt.</translation>
    </message>
    <message>
        <source>Windows takes no file of the name {name}, which the archive has. It is not unpacked.</source>
        <translation>Windows nimmt keine Datei mit dem Namen {name}, die das Archiv hat. Es wird nicht entpackt.</translation>
    </message>
    <message>
        <source>The file {path} cannot be read: {reason}.</source>
        <translation>Die Datei {path} kann nicht gelesen werden: {reason}.</translation>
    </message>
    <message>
        <source>The new version cannot take its place in {folder}: {reason}. The old one is as it was. End the programs that use its files, then try again.</source>
        <translation>Die neue Version kann in {folder} nicht an ihre Stelle: {reason}. Die alte ist, wie sie war. Beende die Programme, die ihre Dateien benutzen, und versuch es dann wieder.</translation>
    </message>
    <message>
        <source>The folder {folder} cannot be read: {reason}.</source>
        <translation>Der Ordner {folder} kann nicht gelesen werden: {reason}.</translation>
    </message>
    <message>
        <source>{name} cannot be repaired: {reason}. Try again.</source>
        <translation>{name} kann nicht repariert werden: {reason}. Versuch es noch einmal.</translation>
    </message>
    <message>
        <source>{name} is no longer to be had in the version that is installed. Update it.</source>
        <translation>{name} gibt es in der installierten Version nicht mehr. Aktualisier es.</translation>
    </message>
    <message>
        <source>{folder} cannot be removed: {reason}. End the programs that use its files.</source>
        <translation>{folder} kann nicht entfernt werden: {reason}. Beende die Programme, die seine Dateien benutzen.</translation>
    </message>
    <message>
        <source>The document {path} cannot be read: {reason}. Its files are as they were; add the pack again to have it looked after.</source>
        <translation>Das Dokument {path} kann nicht gelesen werden: {reason}. Die Dateien sind, wie sie waren; füg das Paket noch einmal hinzu, damit es wieder gepflegt wird.</translation>
    </message>
    <message>
        <source>Another window or command of Kickabout works on the pack {name}. Wait until it is done.</source>
        <translation>Ein anderes Fenster oder ein Befehl von Kickabout arbeitet an dem Paket {name}. Warte, bis das fertig ist.</translation>
    </message>
    <message>
        <source>Name a repository as owner/name, the address of a .zip, .tar.xz or .tar.gz file, or such a file on this machine.</source>
        <translation>Nenne ein Repository als Besitzer/Name, die Adresse einer Datei .zip, .tar.xz oder .tar.gz, oder eine solche Datei auf diesem Rechner.</translation>
    </message>
    <message>
        <source>{text} is no source of a pack. Name a repository as owner/name, the address of a .zip, .tar.xz or .tar.gz file, or such a file on this machine.</source>
        <translation>{text} ist keine Quelle eines Pakets. Nenne ein Repository als Besitzer/Name, die Adresse einer Datei .zip, .tar.xz oder .tar.gz, oder eine solche Datei auf diesem Rechner.</translation>
    </message>
    <message>
        <source>{text} is no address that can be fetched: it begins with https:// or http:// and a host.</source>
        <translation>{text} ist keine Adresse, die man holen kann: Sie beginnt mit https:// oder http:// und einem Rechner.</translation>
    </message>
    <message>
        <source>The address has a name or password in it, which would be kept in a file. Leave it out.</source>
        <translation>In der Adresse steht ein Name oder Passwort, das in einer Datei aufgehoben würde. Lass es weg.</translation>
    </message>
    <message>
        <source>{text} does not end like an archive. Name a repository as owner/name, the address of a .zip, .tar.xz or .tar.gz file, or such a file on this machine.</source>
        <translation>{text} endet nicht wie ein Archiv. Nenne ein Repository als Besitzer/Name, die Adresse einer Datei .zip, .tar.xz oder .tar.gz, oder eine solche Datei auf diesem Rechner.</translation>
    </message>
    <message>
        <source>There is no file {path}.</source>
        <translation>Es gibt keine Datei {path}.</translation>
    </message>
    <message>
        <source>{name} cannot be unpacked into {folder}: {reason}.</source>
        <translation>{name} kann nicht nach {folder} entpackt werden: {reason}.</translation>
    </message>
    <message>
        <source>The archive {name} is empty.</source>
        <translation>Das Archiv {name} ist leer.</translation>
    </message>
    <message>
        <source>The archive {name} unpacks to more than {size}, which no pack of its size does. It is not unpacked.</source>
        <translation>Das Archiv {name} entpackt sich zu mehr als {size}, was kein Paket seiner Größe tut. Es wird nicht entpackt.</translation>
    </message>
    <message>
        <source>The archive has more than {count} files. It is not unpacked.</source>
        <translation>Das Archiv hat mehr als {count} Dateien. Es wird nicht entpackt.</translation>
    </message>
    <message>
        <source>The archive has more than {count} folders. It is not unpacked.</source>
        <translation>Das Archiv hat mehr als {count} Ordner. Es wird nicht entpackt.</translation>
    </message>
    <message>
        <source>The archive has a device in it: {name}. It is not unpacked.</source>
        <translation>Im Archiv ist ein Gerät: {name}. Es wird nicht entpackt.</translation>
    </message>
    <message>
        <source>{path}: a link to {target}</source>
        <translation>{path}: eine Verknüpfung mit {target}</translation>
    </message>
    <message>
        <source>and {count} more</source>
        <translation>und {count} weitere</translation>
    </message>
</context>
<context>
    <name>PackNotices</name>
    <message>
        <source>Every file is as it came.</source>
        <translation>Jede Datei ist, wie sie kam.</translation>
    </message>
    <message>
        <source>Left out: {0}</source>
        <translation>Weggelassen: {0}</translation>
    </message>
    <message>
        <source>A copy of what you had changed is in {0}</source>
        <translation>Eine Kopie dessen, was du geändert hattest, liegt in {0}</translation>
    </message>
    <message>
        <source>The pack {0} is in the library, version {1}.</source>
        <translation>Das Paket {0} ist in der Bibliothek, Version {1}.</translation>
    </message>
    <message>
        <source>A copy of what you had changed was kept.</source>
        <translation>Was du geändert hattest, ist als Kopie aufgehoben.</translation>
    </message>
    <message>
        <source>The pack {0} is removed.</source>
        <translation>Das Paket {0} ist entfernt.</translation>
    </message>
    <message>
        <source>A copy of your files was kept.</source>
        <translation>Deine Dateien sind als Kopie aufgehoben.</translation>
    </message>
    <message>
        <source>The pack {0}: {1}</source>
        <translation>Das Paket {0}: {1}</translation>
    </message>
    <message>
        <source>Show the packs</source>
        <translation>Pakete zeigen</translation>
    </message>
    <message>
        <source>Open the folder</source>
        <translation>Ordner öffnen</translation>
    </message>
</context>
<context>
    <name>PackRows</name>
    <message>
        <source>not installed</source>
        <translation>nicht installiert</translation>
    </message>
    <message>
        <source>installed {0}</source>
        <translation>installiert {0}</translation>
    </message>
    <message>
        <source>No bot is new, changed or gone.</source>
        <translation>Kein Bot ist neu, geändert oder weggefallen.</translation>
    </message>
    <message>
        <source>New: {0}</source>
        <translation>Neu: {0}</translation>
    </message>
    <message>
        <source>Changed: {0}</source>
        <translation>Geändert: {0}</translation>
    </message>
    <message>
        <source>Gone: {0}</source>
        <translation>Weggefallen: {0}</translation>
    </message>
    <message>
        <source>{0} and {1} more</source>
        <translation>{0} und {1} weitere</translation>
    </message>
    <message>
        <source>Its source is being asked …</source>
        <translation>Seine Quelle wird gefragt …</translation>
    </message>
    <message>
        <source>Its files are being compared …</source>
        <translation>Seine Dateien werden verglichen …</translation>
    </message>
    <message>
        <source>Some of its files are yours: {0}</source>
        <translation>Einige seiner Dateien sind deine eigenen: {0}</translation>
    </message>
    <message>
        <source>It waits until the match is over, for bots may be using its files.</source>
        <translation>Es wartet, bis das Spiel vorbei ist, denn Bots könnten seine Dateien gerade benutzen.</translation>
    </message>
    <message>
        <source>Version {0}, made for this system</source>
        <translation>Version {0}, für dieses System gemacht</translation>
    </message>
    <message>
        <source>Version {0}, as source: it has no file for this system</source>
        <translation>Version {0}, als Quelltext: Für dieses System hat sie keine Datei</translation>
    </message>
    <message>
        <source>Newest source, {0}</source>
        <translation>Neuester Quelltext, {0}</translation>
    </message>
    <message>
        <source>File of {0}</source>
        <translation>Datei vom {0}</translation>
    </message>
    <message>
        <source>unknown date</source>
        <translation>unbekanntem Tag</translation>
    </message>
    <message>
        <source>size not told</source>
        <translation>Größe nicht genannt</translation>
    </message>
    <message>
        <source>Not encrypted: anybody on the way could change it.</source>
        <translation>Nicht verschlüsselt: Jeder auf dem Weg könnte es verändern.</translation>
    </message>
    <message>
        <source>The server does not say whether it is another version.</source>
        <translation>Der Server sagt nicht, ob es eine andere Version ist.</translation>
    </message>
    <message>
        <source>Version {0} is here.</source>
        <translation>Version {0} ist da.</translation>
    </message>
    <message>
        <source>A copy is kept of what you changed: {0}</source>
        <translation>Was du geändert hast, wird als Kopie aufgehoben: {0}</translation>
    </message>
    <message>
        <source>What you added stays: {0}</source>
        <translation>Was du hinzugefügt hast, bleibt: {0}</translation>
    </message>
    <message>
        <source>Not as they came: {0}</source>
        <translation>Nicht mehr, wie sie kamen: {0}</translation>
    </message>
    <message>
        <source>To put them back, {0} are needed once more. A copy is kept of what differs.</source>
        <translation>Um sie zurückzusetzen, werden {0} noch einmal gebraucht. Was abweicht, wird als Kopie aufgehoben.</translation>
    </message>
    <message>
        <source>{0} left</source>
        <translation>noch {0}</translation>
    </message>
    <message>
        <source>Connecting …</source>
        <translation>Verbindung wird aufgebaut …</translation>
    </message>
    <message>
        <source>It broke off, and is tried again …</source>
        <translation>Es brach ab und wird noch einmal versucht …</translation>
    </message>
    <message>
        <source>Unpacking … {0}</source>
        <translation>Wird entpackt … {0}</translation>
    </message>
    <message>
        <source>Its bots are being compared …</source>
        <translation>Seine Bots werden verglichen …</translation>
    </message>
    <message>
        <source>Its files are being moved …</source>
        <translation>Seine Dateien werden verschoben …</translation>
    </message>
    <message>
        <source>Downloaded: {0}</source>
        <translation>Geladen: {0}</translation>
    </message>
    <message>
        <source>Downloaded: {0} of {1}</source>
        <translation>Geladen: {0} von {1}</translation>
    </message>
    <message>
        <source>{0} a second</source>
        <translation>{0} je Sekunde</translation>
    </message>
</context>
<context>
    <name>PackageController</name>
    <message>
        <source>The match goes on without the missing packages. The next start asks again.</source>
        <translation>Das Spiel geht ohne die fehlenden Pakete weiter. Beim nächsten Start wird wieder gefragt.</translation>
    </message>
    <message>
        <source>{0}, and {1} more</source>
        <translation>{0} und {1} weitere</translation>
    </message>
    <message>
        <source>Packages are missing: {0}.</source>
        <translation>Pakete fehlen: {0}.</translation>
    </message>
    <message>
        <source>Install {0} for {1}</source>
        <translation>{0} für {1} installieren</translation>
    </message>
    <message>
        <source>Play without them</source>
        <translation>Ohne sie spielen</translation>
    </message>
    <message>
        <source>Its packages are being installed; then it is started again.</source>
        <translation>Seine Pakete werden installiert; dann startet er neu.</translation>
    </message>
    <message>
        <source>Install it for &apos;{0}&apos;, {1}.</source>
        <translation>Installiere es für „{0}“, {1}.</translation>
    </message>
    <message>
        <source>Install and play</source>
        <translation>Installieren und spielen</translation>
    </message>
    <message>
        <source>Install and restart</source>
        <translation>Installieren und neu starten</translation>
    </message>
    <message>
        <source>{0} and {1}</source>
        <translation>{0} und {1}</translation>
    </message>
    <message>
        <source>Open its folder</source>
        <translation>Ordner öffnen</translation>
    </message>
    <message>
        <source>Edit {0}</source>
        <translation>{0} bearbeiten</translation>
    </message>
</context>
<context>
    <name>PacksDialog</name>
    <message>
        <source>Packs of bots</source>
        <translation>Bot-Pakete</translation>
    </message>
    <message>
        <source>owner/repository, or the address of an archive</source>
        <translation>Besitzer/Repository oder die Adresse eines Archivs</translation>
    </message>
    <message>
        <source>Where the pack comes from</source>
        <translation>Woher das Paket kommt</translation>
    </message>
    <message>
        <source>A repository as owner/name, the address of a .zip, .tar.xz or .tar.gz file, or such a file</source>
        <translation>Ein Repository als Besitzer/Name, die Adresse einer Datei .zip, .tar.xz oder .tar.gz, oder eine solche Datei</translation>
    </message>
    <message>
        <source>Choose a file …</source>
        <translation>Datei wählen …</translation>
    </message>
    <message>
        <source>Take an archive from this machine</source>
        <translation>Ein Archiv von diesem Rechner nehmen</translation>
    </message>
    <message>
        <source>Look</source>
        <translation>Nachsehen</translation>
    </message>
    <message>
        <source>Ask what there is (Enter); nothing is downloaded yet</source>
        <translation>Fragen, was es gibt (Eingabe); noch wird nichts heruntergeladen</translation>
    </message>
    <message>
        <source>Look for updates of all</source>
        <translation>Bei allen nach Neuem sehen</translation>
    </message>
    <message>
        <source>Ask every source which version is the newest</source>
        <translation>Jede Quelle fragen, welche Version die neueste ist</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>What is going on goes on (Esc)</source>
        <translation>Was im Gang ist, geht weiter (Esc)</translation>
    </message>
    <message>
        <source>Why it cannot be added</source>
        <translation>Warum es nicht hinzugefügt werden kann</translation>
    </message>
    <message>
        <source>There are no packs yet.</source>
        <translation>Noch gibt es keine Pakete.</translation>
    </message>
    <message>
        <source>Archives ({0})</source>
        <translation>Archive ({0})</translation>
    </message>
    <message>
        <source>Choose a pack of bots</source>
        <translation>Ein Paket von Bots wählen</translation>
    </message>
    <message>
        <source>Nothing is fetched before you press Download, and nothing of a pack is run before you play it.</source>
        <translation>Nichts wird geholt, bevor du Herunterladen drückst, und nichts aus einem Paket läuft, bevor du damit spielst.</translation>
    </message>
</context>
<context>
    <name>Phases</name>
    <message>
        <source>Waiting</source>
        <translation>Wartet</translation>
    </message>
    <message>
        <source>Countdown</source>
        <translation>Countdown</translation>
    </message>
    <message>
        <source>Kickoff</source>
        <translation>Anstoß</translation>
    </message>
    <message>
        <source>Playing</source>
        <translation>Läuft</translation>
    </message>
    <message>
        <source>Goal</source>
        <translation>Tor</translation>
    </message>
    <message>
        <source>Replay</source>
        <translation>Wiederholung</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>Full time</source>
        <translation>Spielende</translation>
    </message>
</context>
<context>
    <name>PlaceController</name>
    <message>
        <source>The agent of this error is no longer in the match.</source>
        <translation>Der Agent dieses Fehlers ist nicht mehr im Spiel.</translation>
    </message>
    <message>
        <source>{0} lies outside of the agent&apos;s folder {1}.</source>
        <translation>{0} liegt außerhalb des Ordners {1} des Agenten.</translation>
    </message>
</context>
<context>
    <name>PreferenceController</name>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Logs</source>
        <translation>Protokolle</translation>
    </message>
    <message>
        <source>Packages of bots</source>
        <translation>Pakete der Bots</translation>
    </message>
    <message>
        <source>Meshes</source>
        <translation>Netze der Arena</translation>
    </message>
    <message>
        <source>Choose a Python interpreter</source>
        <translation>Python-Interpreter wählen</translation>
    </message>
    <message>
        <source>The folder {folder} cannot be made: {reason}.</source>
        <translation>Der Ordner {folder} lässt sich nicht anlegen: {reason}.</translation>
    </message>
    <message>
        <source>There is no file {0}. Bots play on Kickabout&apos;s own Python until there is one.</source>
        <translation>Es gibt keine Datei {0}. Bis es eine gibt, spielen Bots mit Kickabouts eigenem Python.</translation>
    </message>
    <message>
        <source>{0} may not be executed.</source>
        <translation>{0} darf nicht ausgeführt werden.</translation>
    </message>
</context>
<context>
    <name>PreferencesDialog</name>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Farben</translation>
    </message>
    <message>
        <source>Like the system</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Language; takes effect at the next start</source>
        <translation>Sprache; gilt ab dem nächsten Start</translation>
    </message>
    <message>
        <source>Restart now</source>
        <translation>Jetzt neu starten</translation>
    </message>
    <message>
        <source>Build the window anew: match, changes and panels stay, a running match is stopped</source>
        <translation>Das Fenster neu aufbauen: Spiel, Änderungen und Bereiche bleiben, ein laufendes Spiel wird gestoppt</translation>
    </message>
    <message>
        <source>Restart now, in the chosen language</source>
        <translation>Jetzt neu starten, in der gewählten Sprache</translation>
    </message>
    <message>
        <source>Python of bots that bring none of their own</source>
        <translation>Python für Bots, die kein eigenes mitbringen</translation>
    </message>
    <message>
        <source>the one that Kickabout runs on</source>
        <translation>das, mit dem Kickabout läuft</translation>
    </message>
    <message>
        <source>Choose …</source>
        <translation>Wählen …</translation>
    </message>
    <message>
        <source>Choose the interpreter</source>
        <translation>Interpreter wählen</translation>
    </message>
    <message>
        <source>Command that opens a bot&apos;s source; {folder}, {file} and {line} stand for the place</source>
        <translation>Befehl, der den Quelltext eines Bots öffnet; {folder}, {file} und {line} stehen für den Ort</translation>
    </message>
    <message>
        <source>the system&apos;s choice; for example: code {folder}</source>
        <translation>wie vom System vorgesehen; zum Beispiel: code {folder}</translation>
    </message>
    <message>
        <source>What happens when a bot&apos;s source is saved during a match</source>
        <translation>Was geschieht, wenn der Quelltext eines Bots während des Spiels gespeichert wird</translation>
    </message>
    <message>
        <source>Ask me</source>
        <translation>Mich fragen</translation>
    </message>
    <message>
        <source>Let the new version play at once</source>
        <translation>Die neue Version sofort spielen lassen</translation>
    </message>
    <message>
        <source>Nothing</source>
        <translation>Nichts</translation>
    </message>
    <message>
        <source>Share processors out: both teams the same, the game its own</source>
        <translation>Prozessoren aufteilen: beiden Teams gleich viele, dem Spiel eigene</translation>
    </message>
    <message>
        <source>Always an icon</source>
        <translation>Immer ein Symbol</translation>
    </message>
    <message>
        <source>An icon in the tray at all times, not only while there is something to say</source>
        <translation>Jederzeit ein Symbol im Infobereich, nicht nur während es etwas zu sagen gibt</translation>
    </message>
    <message>
        <source>Remove what was installed for bots that are gone, that need something else now, or long did not play</source>
        <translation>Entfernt, was für Bots installiert wurde, die es nicht mehr gibt, die nun anderes brauchen oder lange nicht gespielt haben</translation>
    </message>
    <message>
        <source>Remove unused ({0})</source>
        <translation>Unbenutzte entfernen ({0})</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>unbegrenzt</translation>
    </message>
    <message>
        <source>Memory that each bot may use; what uses more is ended</source>
        <translation>Speicher, den jeder Bot nutzen darf; was mehr nutzt, wird beendet</translation>
    </message>
    <message>
        <source>When the desktop tells how a match ended, which bot failed, and which question waits</source>
        <translation>Wann der Desktop sagt, wie ein Spiel ausging, welcher Bot ausfiel und welche Frage wartet</translation>
    </message>
    <message>
        <source>While the window is not in front</source>
        <translation>Während das Fenster nicht vorn ist</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>Nie</translation>
    </message>
    <message>
        <source>The window speaks it from the next start on.</source>
        <translation>Das Fenster spricht sie ab dem nächsten Start.</translation>
    </message>
    <message>
        <source>This desktop has no tray, so notices stay in the window.</source>
        <translation>Ohne Infobereich bleiben Meldungen im Fenster.</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>Aussehen</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Notices outside</source>
        <translation>Meldungen außen</translation>
    </message>
    <message>
        <source>Bots</source>
        <translation>Bots</translation>
    </message>
    <message>
        <source>Python</source>
        <translation>Python</translation>
    </message>
    <message>
        <source>Editor</source>
        <translation>Editor</translation>
    </message>
    <message>
        <source>On save</source>
        <translation>Beim Speichern</translation>
    </message>
    <message>
        <source>Memory limit</source>
        <translation>Speichergrenze</translation>
    </message>
    <message>
        <source>Kickabout updates nothing and sends nothing anywhere by itself.</source>
        <translation>Kickabout aktualisiert nichts und sendet nichts von sich aus.</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Open the folder of {0}</source>
        <translation>Ordner von {0} öffnen</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>Ordner</translation>
    </message>
</context>
<context>
    <name>PresetBar</name>
    <message>
        <source>Preset</source>
        <translation>Vorgabe</translation>
    </message>
    <message>
        <source>Mode, map and mutators of a preset, instead of the present ones</source>
        <translation>Modus, Karte und Mutatoren einer Vorgabe statt der jetzigen</translation>
    </message>
    <message>
        <source>Keep mode, map and mutators as a preset of your own</source>
        <translation>Modus, Karte und Mutatoren als eigene Vorgabe behalten</translation>
    </message>
    <message>
        <source>Forget this preset of yours</source>
        <translation>Diese eigene Vorgabe vergessen</translation>
    </message>
    <message>
        <source>Name of the preset, then Enter</source>
        <translation>Name der Vorgabe, dann Enter</translation>
    </message>
    <message>
        <source>Name of the new preset</source>
        <translation>Name der neuen Vorgabe</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Ersetzen</translation>
    </message>
    <message>
        <source>Put the present settings in the place of the preset (Enter)</source>
        <translation>Die jetzigen Einstellungen an die Stelle der Vorgabe setzen (Enter)</translation>
    </message>
    <message>
        <source>You have a preset &apos;{name}&apos; already. Enter once more replaces it; another name keeps both.</source>
        <translation>Du hast schon eine Vorgabe „{name}“. Noch einmal Enter ersetzt sie; ein anderer Name behält beide.</translation>
    </message>
    <message>
        <source>Replace the preset {name}</source>
        <translation>Die Vorgabe {name} ersetzen</translation>
    </message>
    <message>
        <source>A mix of your own</source>
        <translation>Eigene Mischung</translation>
    </message>
    <message>
        <source>not played in {game}</source>
        <translation>wird in {game} nicht gespielt</translation>
    </message>
</context>
<context>
    <name>ProblemList</name>
    <message>
        <source>No problems. The match can start.</source>
        <translation>Keine Probleme. Das Spiel kann starten.</translation>
    </message>
    <message>
        <source>Problems of the match document</source>
        <translation>Probleme des Spieldokuments</translation>
    </message>
    <message>
        <source>Mend the problem</source>
        <translation>Das Problem beheben</translation>
    </message>
    <message>
        <source>{errors} and {warnings}, the match cannot start</source>
        <translation>{errors} und {warnings}, das Spiel kann nicht starten</translation>
    </message>
    <message>
        <source>{errors}, the match cannot start</source>
        <translation>{errors}, das Spiel kann nicht starten</translation>
    </message>
    <message>
        <source>Nobody plays yet, so the match cannot start</source>
        <translation>Noch spielt niemand, also kann das Spiel nicht starten</translation>
    </message>
    <message>
        <source>{warnings}, the match can start</source>
        <translation>{warnings}, das Spiel kann starten</translation>
    </message>
</context>
<context>
    <name>Provisioning</name>
    <message>
        <source>looking at the packages of bots</source>
        <translation>Pakete der Bots werden geprüft</translation>
    </message>
    <message>
        <source>waiting for your answer about packages, among the notices</source>
        <translation>wartet auf deine Antwort zu Paketen, bei den Meldungen</translation>
    </message>
</context>
<context>
    <name>Questions</name>
    <message>
        <source>Match documents (*.toml)</source>
        <translation>Spieldokumente (*.toml)</translation>
    </message>
    <message>
        <source>Scripts (script.toml *.script.toml)</source>
        <translation>Skripte (script.toml *.script.toml)</translation>
    </message>
    <message>
        <source>Loadouts (*.toml)</source>
        <translation>Ausstattungen (*.toml)</translation>
    </message>
    <message>
        <source>Bots and scripts (bot.toml script.toml *.bot.toml *.script.toml)</source>
        <translation>Bots und Skripte (bot.toml script.toml *.bot.toml *.script.toml)</translation>
    </message>
    <message>
        <source>Open a match</source>
        <translation>Spiel öffnen</translation>
    </message>
    <message>
        <source>Add a bot: choose its bot.toml</source>
        <translation>Bot hinzufügen: seine bot.toml wählen</translation>
    </message>
    <message>
        <source>Replace by: choose a bot.toml</source>
        <translation>Ersetzen durch: eine bot.toml wählen</translation>
    </message>
    <message>
        <source>Choose a loadout</source>
        <translation>Ausstattung wählen</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Name of the car; empty for the bot&apos;s own</source>
        <translation>Name des Autos; leer für den des Bots</translation>
    </message>
    <message>
        <source>Save the match</source>
        <translation>Spiel speichern</translation>
    </message>
    <message>
        <source>Add a script: choose its script.toml</source>
        <translation>Skript hinzufügen: seine script.toml wählen</translation>
    </message>
    <message>
        <source>Unsaved changes</source>
        <translation>Ungespeicherte Änderungen</translation>
    </message>
    <message>
        <source>The match has unsaved changes.</source>
        <translation>Das Spiel hat ungespeicherte Änderungen.</translation>
    </message>
    <message>
        <source>Save them first?</source>
        <translation>Vorher speichern?</translation>
    </message>
    <message>
        <source>The match changed meanwhile, so nothing was done.</source>
        <translation>Das Spiel wurde inzwischen geändert, deshalb ist nichts geschehen.</translation>
    </message>
    <message>
        <source>A match is running; closing the window stops it.</source>
        <translation>Ein Spiel läuft; wird das Fenster geschlossen, wird es gestoppt.</translation>
    </message>
    <message>
        <source>A match is running</source>
        <translation>Ein Spiel läuft</translation>
    </message>
    <message>
        <source>A match is running.</source>
        <translation>Ein Spiel läuft.</translation>
    </message>
    <message>
        <source>It will be stopped.</source>
        <translation>Es wird gestoppt.</translation>
    </message>
</context>
<context>
    <name>RecommendationController</name>
    <message>
        <source>The teams stay as they are while a match runs.</source>
        <translation>Die Teams bleiben, wie sie sind, solange ein Spiel läuft.</translation>
    </message>
    <message>
        <source>Not in the library: {names}.</source>
        <translation>Nicht in der Bibliothek: {names}.</translation>
    </message>
    <message>
        <source>Cannot play here: {names}.</source>
        <translation>Kann hier nicht spielen: {names}.</translation>
    </message>
    <message>
        <source>from {pack}</source>
        <translation>aus {pack}</translation>
    </message>
</context>
<context>
    <name>RecommendedDialog</name>
    <message>
        <source>Recommended teams</source>
        <translation>Empfohlene Teams</translation>
    </message>
    <message>
        <source>Who plays against the team</source>
        <translation>Wer gegen das Team spielt</translation>
    </message>
    <message>
        <source>What comes of it</source>
        <translation>Was daraus wird</translation>
    </message>
    <message>
        <source>Fill the teams</source>
        <translation>Teams füllen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Leave the teams as they are (Esc)</source>
        <translation>Die Teams lassen, wie sie sind (Esc)</translation>
    </message>
    <message>
        <source>No folder of the library has recommended teams. Packs of bots bring them, in a file {name}.</source>
        <translation>Kein Ordner der Bibliothek hat empfohlene Teams. Botpakete bringen sie mit, in einer Datei {name}.</translation>
    </message>
    <message>
        <source>Put them in place of all cars of the match (Enter)</source>
        <translation>Sie an die Stelle aller Autos des Spiels setzen (Enter)</translation>
    </message>
    <message>
        <source>you</source>
        <translation>du</translation>
    </message>
    <message>
        <source>Blue: {blue}. Orange: {orange}.</source>
        <translation>Blau: {blue}. Orange: {orange}.</translation>
    </message>
    <message>
        <source>The same bots</source>
        <translation>Dieselben Bots</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Du</translation>
    </message>
    <message>
        <source>In the arena, nobody drives your car: play yourself where Rocket League is the game</source>
        <translation>In der Arena fährt niemand dein Auto: Selbst spielen kannst du, wo Rocket League das Spiel ist</translation>
    </message>
    <message>
        <source>Against</source>
        <translation>Gegen</translation>
    </message>
</context>
<context>
    <name>RecoveryController</name>
    <message>
        <source>Restore unsaved changes</source>
        <translation>Ungespeicherte Änderungen wiederherstellen</translation>
    </message>
    <message>
        <source>Kickabout ended before changes to {title} were saved. They are still here.</source>
        <translation>Kickabout endete, bevor Änderungen an {title} gespeichert waren. Sie sind noch da.</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>Wiederherstellen</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
</context>
<context>
    <name>Reopening</name>
    <message>
        <source>Stop and restart</source>
        <translation>Stoppen und neu starten</translation>
    </message>
</context>
<context>
    <name>Result</name>
    <message>
        <source>Failed: {reason}</source>
        <translation>Fehlgeschlagen: {reason}</translation>
    </message>
    <message>
        <source>Full time</source>
        <translation>Spielende</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Gestoppt</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>Stopped before the kickoff</source>
        <translation>Vor dem Anstoß gestoppt</translation>
    </message>
    <message>
        <source>The series is drawn, {0} : {1} games, {game} played in {wall}</source>
        <translation>Serie unentschieden, {0} : {1} Partien, {game} gespielt in {wall}</translation>
    </message>
    <message>
        <source>{winner} wins the series {0} : {1}, {game} played in {wall}</source>
        <translation>{winner} gewinnt die Serie {0} : {1}, {game} gespielt in {wall}</translation>
    </message>
    <message>
        <source>Series stopped at {0} : {1} games, {game} played in {wall}</source>
        <translation>Serie bei {0} : {1} Partien gestoppt, {game} gespielt in {wall}</translation>
    </message>
    <message>
        <source>Stopped at {0} : {1}, {game} played in {wall}</source>
        <translation>Gestoppt bei {0} : {1}, {game} gespielt in {wall}</translation>
    </message>
    <message>
        <source>{winner} wins by forfeit at {0} : {1}, {game} played in {wall}</source>
        <translation>{winner} gewinnt kampflos bei {0} : {1}, {game} gespielt in {wall}</translation>
    </message>
    <message>
        <source>{by}: {what}, {count} x, refused</source>
        <translation>{by}: {what}, {count} x, abgewiesen</translation>
    </message>
    <message>
        <source>{by}: {what}, {count} x, not refused</source>
        <translation>{by}: {what}, {count} x, nicht abgewiesen</translation>
    </message>
    <message>
        <source>A draw, {0} : {1}, {game} played in {wall}</source>
        <translation>Unentschieden, {0} : {1}, {game} gespielt in {wall}</translation>
    </message>
    <message>
        <source>{winner} wins {0} : {1}, {game} played in {wall}</source>
        <translation>{winner} gewinnt {0} : {1}, {game} gespielt in {wall}</translation>
    </message>
    <message>
        <source>connection without introduction</source>
        <translation>Verbindung ohne Anmeldung</translation>
    </message>
    <message>
        <source>session without agent id</source>
        <translation>Sitzung ohne Agenten-ID</translation>
    </message>
    <message>
        <source>agent without a place</source>
        <translation>Agent ohne Platz</translation>
    </message>
    <message>
        <source>wrong agent id</source>
        <translation>falsche Agenten-ID</translation>
    </message>
</context>
<context>
    <name>Runtime</name>
    <message>
        <source>Stopped.</source>
        <translation>Gestoppt.</translation>
    </message>
    <message>
        <source>waiting for {names}</source>
        <translation>wartet auf {names}</translation>
    </message>
    <message>
        <source>the server on port {n}</source>
        <translation>den Server an Port {n}</translation>
    </message>
    <message>
        <source>a save that mends</source>
        <translation>das Speichern einer Korrektur von</translation>
    </message>
    <message>
        <source>waiting for the arena</source>
        <translation>wartet auf die Arena</translation>
    </message>
    <message>
        <source>, {n} s left</source>
        <translation>, noch {n} s</translation>
    </message>
    <message>
        <source>The match does not wait for its agents.</source>
        <translation>Das Spiel wartet nicht auf seine Agenten.</translation>
    </message>
    <message>
        <source>The match was stopped.</source>
        <translation>Das Spiel wurde gestoppt.</translation>
    </message>
    <message>
        <source>The match was ended.</source>
        <translation>Das Spiel wurde beendet.</translation>
    </message>
    <message>
        <source>The match ended.</source>
        <translation>Das Spiel endete.</translation>
    </message>
    <message>
        <source>Blue won {score}.</source>
        <translation>Blau gewann {score}.</translation>
    </message>
    <message>
        <source>Orange won {score}.</source>
        <translation>Orange gewann {score}.</translation>
    </message>
    <message>
        <source>A draw, {score}.</source>
        <translation>Unentschieden, {score}.</translation>
    </message>
    <message>
        <source>Blue won the series {score}.</source>
        <translation>Blau gewann die Serie mit {score}.</translation>
    </message>
    <message>
        <source>Orange won the series {score}.</source>
        <translation>Orange gewann die Serie mit {score}.</translation>
    </message>
    <message>
        <source>The series is drawn, {score} games.</source>
        <translation>Die Serie endete unentschieden mit {score} Partien.</translation>
    </message>
    <message>
        <source>The series was broken off at {score} games and a score of {n}.</source>
        <translation>Die Serie wurde bei {score} Partien und einem Stand von {n} abgebrochen.</translation>
    </message>
    <message>
        <source>Blue won by forfeit; the score was {score}.</source>
        <translation>Blau gewann, weil die andere Seite aufgab; es stand {score}.</translation>
    </message>
    <message>
        <source>Orange won by forfeit; the score was {score}.</source>
        <translation>Orange gewann, weil die andere Seite aufgab; es stand {score}.</translation>
    </message>
    <message>
        <source>({key}) exited:</source>
        <translation>({key}) beendet:</translation>
    </message>
    <message>
        <source>({key}) crashed:</source>
        <translation>({key}) abgestürzt:</translation>
    </message>
    <message>
        <source>({key}) hung:</source>
        <translation>({key}) hing:</translation>
    </message>
    <message>
        <source>({key}) failed:</source>
        <translation>({key}) ausgefallen:</translation>
    </message>
    <message>
        <source>These processes could not be ended:</source>
        <translation>Diese Prozesse ließen sich nicht beenden:</translation>
    </message>
    <message>
        <source>Still alive:</source>
        <translation>Laufen noch:</translation>
    </message>
    <message>
        <source>{names} did not connect within {n} s.</source>
        <translation>Keine Verbindung binnen {n} s: {names}.</translation>
    </message>
    <message>
        <source>{names} did not become ready within {n} s.</source>
        <translation>Nicht bereit binnen {n} s: {names}.</translation>
    </message>
    <message>
        <source>The game did not kick off within {n} s.</source>
        <translation>Binnen {n} s gab es keinen Anstoß.</translation>
    </message>
    <message>
        <source>The game sent nothing for {n} s.</source>
        <translation>Das Spiel hat {n} s lang nichts gesendet.</translation>
    </message>
    <message>
        <source>No agent is left to play.</source>
        <translation>Kein Agent ist mehr da, der spielt.</translation>
    </message>
    <message>
        <source>The supervisor ended unexpectedly (code {n}).</source>
        <translation>Der Aufseher endete unerwartet (Code {n}).</translation>
    </message>
    <message>
        <source>The arena went away</source>
        <translation>Die Arena ist fort</translation>
    </message>
    <message>
        <source>No server answers on {place} ({n} s waited). Start it, or choose the arena.</source>
        <translation>An {place} antwortet kein Server ({n} s gewartet). Starte ihn oder wähle die Arena.</translation>
    </message>
    <message>
        <source>The server on {place} ended the session:</source>
        <translation>Der Server an {place} hat die Sitzung beendet:</translation>
    </message>
    <message>
        <source>The server ended the session.</source>
        <translation>Der Server hat die Sitzung beendet.</translation>
    </message>
    <message>
        <source>Left while playing</source>
        <translation>Ging mitten im Spiel</translation>
    </message>
    <message>
        <source>Ended while playing</source>
        <translation>Endete mitten im Spiel</translation>
    </message>
    <message>
        <source>Ended before the kickoff</source>
        <translation>Endete vor dem Anstoß</translation>
    </message>
    <message>
        <source>Ended before it was ready</source>
        <translation>Endete, bevor er bereit war</translation>
    </message>
    <message>
        <source>Did not connect within {n} s.</source>
        <translation>Keine Verbindung binnen {n} s.</translation>
    </message>
    <message>
        <source>Did not become ready within {n} s.</source>
        <translation>Nicht bereit binnen {n} s.</translation>
    </message>
    <message>
        <source>exited with code</source>
        <translation>beendet mit Code</translation>
    </message>
    <message>
        <source>killed above its memory limit: used {used}, limit {limit}</source>
        <translation>abgebrochen über seiner Speichergrenze: benutzt {used}, Grenze {limit}</translation>
    </message>
    <message>
        <source>The new loadout takes effect in the next match, since this one allows no state setting</source>
        <translation>Das neue Aussehen gilt ab dem nächsten Spiel, weil dieses keinen Zustand setzen lässt</translation>
    </message>
    <message>
        <source>the shell could not run the command</source>
        <translation>die Shell konnte den Befehl nicht ausführen</translation>
    </message>
    <message>
        <source>The match cannot be sent to the game.</source>
        <translation>Das Spieldokument lässt sich nicht an das Spiel senden.</translation>
    </message>
    <message>
        <source>The game has sent nothing for {n} s: it may hang.</source>
        <translation>Das Spiel hat seit {n} s nichts gesendet: Vielleicht hängt es.</translation>
    </message>
    <message>
        <source>If it stays silent, the match ends after {n} s.</source>
        <translation>Bleibt es stumm, wird es nach {n} s beendet.</translation>
    </message>
    <message>
        <source>the shell did not find the command</source>
        <translation>die Shell fand den Befehl nicht</translation>
    </message>
    <message>
        <source>killed by signal</source>
        <translation>abgebrochen durch Signal</translation>
    </message>
    <message>
        <source>Could not start:</source>
        <translation>Konnte nicht starten:</translation>
    </message>
    <message>
        <source>&apos;{program}&apos; does not exist</source>
        <translation>&apos;{program}&apos; gibt es nicht</translation>
    </message>
    <message>
        <source>&apos;{program}&apos; may not be executed</source>
        <translation>&apos;{program}&apos; darf nicht ausgeführt werden</translation>
    </message>
    <message>
        <source>The working folder &apos;{folder}&apos; does not exist.</source>
        <translation>Den Arbeitsordner &apos;{folder}&apos; gibt es nicht.</translation>
    </message>
    <message>
        <source>the system does not allow &apos;{program}&apos; to be executed</source>
        <translation>das System lässt &apos;{program}&apos; nicht ausführen</translation>
    </message>
    <message>
        <source>a part of the path &apos;{program}&apos; is not a folder</source>
        <translation>ein Teil des Pfades &apos;{program}&apos; ist kein Ordner</translation>
    </message>
    <message>
        <source>&apos;{program}&apos; is a folder</source>
        <translation>&apos;{program}&apos; ist ein Ordner</translation>
    </message>
    <message>
        <source>&apos;{program}&apos; is not a program for this system</source>
        <translation>&apos;{program}&apos; ist kein Programm für dieses System</translation>
    </message>
    <message>
        <source>the command and its environment are too long</source>
        <translation>der Befehl und seine Umgebung sind zu lang</translation>
    </message>
    <message>
        <source>too many files are open</source>
        <translation>zu viele Dateien sind offen</translation>
    </message>
    <message>
        <source>the system has too many files open</source>
        <translation>das System hat zu viele Dateien offen</translation>
    </message>
    <message>
        <source>the system has no memory left</source>
        <translation>das System hat keinen Speicher mehr</translation>
    </message>
    <message>
        <source>the system allows no more processes</source>
        <translation>das System erlaubt keine weiteren Prozesse</translation>
    </message>
    <message>
        <source>Answered nothing for {n} frames, so it was killed.</source>
        <translation>Antwortete {n} Frames lang nicht und wurde abgebrochen.</translation>
    </message>
    <message>
        <source>Lost its connection and did not come back for {n} frames, so it was killed.</source>
        <translation>Verlor die Verbindung, kam {n} Frames lang nicht zurück und wurde abgebrochen.</translation>
    </message>
    <message>
        <source>Used no processor time, printed nothing and changed no input for {n} frames, so it was killed.</source>
        <translation>Rechnete, schrieb und steuerte {n} Frames lang nicht und wurde abgebrochen.</translation>
    </message>
    <message>
        <source>Was not ready within {n} s of its restart, so it was killed.</source>
        <translation>War {n} s nach seinem Neustart nicht bereit und wurde abgebrochen.</translation>
    </message>
    <message>
        <source>Was restarted once; it</source>
        <translation>Wurde einmal neu gestartet;</translation>
    </message>
    <message>
        <source>Was restarted twice; it</source>
        <translation>Wurde zweimal neu gestartet;</translation>
    </message>
    <message>
        <source>Was restarted {n} times; it</source>
        <translation>Wurde {n}-mal neu gestartet;</translation>
    </message>
    <message>
        <source>Never answered.</source>
        <translation>Antwortete nie.</translation>
    </message>
    <message>
        <source>Answered only {n} of {frames} frames.</source>
        <translation>Antwortete nur auf {n} von {frames} Frames.</translation>
    </message>
    <message>
        <source>Answered nothing in the last {n} s.</source>
        <translation>Antwortete die letzten {n} s nicht.</translation>
    </message>
    <message>
        <source>Its last words:</source>
        <translation>Letzte Worte:</translation>
    </message>
    <message>
        <source>&apos;s last words:</source>
        <translation> sagte zuletzt:</translation>
    </message>
    <message>
        <source>The server ended its connection.</source>
        <translation>Der Server hat seine Verbindung beendet.</translation>
    </message>
    <message>
        <source>Start it yourself, agent id {id}, port {n}:</source>
        <translation>Starte ihn selbst, Agent-ID {id}, Port {n}:</translation>
    </message>
    <message>
        <source>ended by Windows with {code}: debugger terminated it</source>
        <translation>von Windows beendet mit {code}: ein Debugger hat ihn beendet</translation>
    </message>
    <message>
        <source>ended by Windows with {code}: breakpoint</source>
        <translation>von Windows beendet mit {code}: Haltepunkt</translation>
    </message>
    <message>
        <source>ended by Windows with {code}: access violation</source>
        <translation>von Windows beendet mit {code}: Zugriffsverletzung</translation>
    </message>
    <message>
        <source>ended by Windows with {code}: in-page error</source>
        <translation>von Windows beendet mit {code}: Fehler beim Laden einer Seite</translation>
    </message>
    <message>
        <source>ended by Windows with {code}: not enough memory</source>
        <translation>von Windows beendet mit {code}: zu wenig Speicher</translation>
    </message>
    <message>
        <source>ended by Windows with {code}: illegal instruction</source>
        <translation>von Windows beendet mit {code}: unzulässiger Maschinenbefehl</translation>
    </message>
    <message>
        <source>ended by Windows with {code}: access denied</source>
        <translation>von Windows beendet mit {code}: Zugriff verweigert</translation>
    </message>
    <message>
        <source>ended by Windows with {code}: integer division by zero</source>
        <translation>von Windows beendet mit {code}: Ganzzahl durch null geteilt</translation>
    </message>
    <message>
        <source>ended by Windows with {code}: stack overflow</source>
        <translation>von Windows beendet mit {code}: Stapelüberlauf</translation>
    </message>
    <message>
        <source>ended by Windows with {code}: a DLL was not found</source>
        <translation>von Windows beendet mit {code}: eine DLL wurde nicht gefunden</translation>
    </message>
    <message>
        <source>ended by Windows with {code}: an ordinal was not found in a DLL</source>
        <translation>von Windows beendet mit {code}: eine Ordnungszahl fehlt in einer DLL</translation>
    </message>
    <message>
        <source>ended by Windows with {code}: an entry point was not found in a DLL</source>
        <translation>von Windows beendet mit {code}: ein Einsprungpunkt fehlt in einer DLL</translation>
    </message>
    <message>
        <source>ended by Windows with {code}: interrupted with Ctrl+C</source>
        <translation>von Windows beendet mit {code}: mit Strg+C unterbrochen</translation>
    </message>
    <message>
        <source>ended by Windows with {code}: a DLL could not be initialised</source>
        <translation>von Windows beendet mit {code}: eine DLL ließ sich nicht initialisieren</translation>
    </message>
    <message>
        <source>ended by Windows with {code}: heap corruption</source>
        <translation>von Windows beendet mit {code}: beschädigter Heap</translation>
    </message>
    <message>
        <source>ended by Windows with {code}: stack buffer overrun or abort</source>
        <translation>von Windows beendet mit {code}: Stapelpuffer überlaufen oder abgebrochen</translation>
    </message>
    <message>
        <source>ended by Windows with {code}: invalid argument to a C function</source>
        <translation>von Windows beendet mit {code}: ungültiges Argument für eine C-Funktion</translation>
    </message>
    <message>
        <source>ended by Windows with {code}: an uncaught C++ exception</source>
        <translation>von Windows beendet mit {code}: eine nicht gefangene C++-Ausnahme</translation>
    </message>
    <message>
        <source>Restarts in {n} s ({count} of {most} in {s} s)</source>
        <translation>Startet in {n} s neu ({count} von {most} in {s} s)</translation>
    </message>
    <message>
        <source>Restarts in {n} s ({count} of {most} before the match)</source>
        <translation>Startet in {n} s neu ({count} von {most} vor dem Spiel)</translation>
    </message>
    <message>
        <source>Restarts in {n} s ({count} of {most})</source>
        <translation>Startet in {n} s neu ({count} von {most})</translation>
    </message>
    <message>
        <source>Restarts in {n} s (restart {count})</source>
        <translation>Startet in {n} s neu (Neustart {count})</translation>
    </message>
    <message>
        <source>No restart is left: it had the {n} that the match allows.</source>
        <translation>Kein Neustart mehr übrig: Er hatte die {n}, die das Spiel erlaubt.</translation>
    </message>
    <message>
        <source>No restart is left: it had the {n} within {s} s that the match allows.</source>
        <translation>Kein Neustart mehr übrig: Er hatte die {n} binnen {s} s, die das Spiel erlaubt.</translation>
    </message>
    <message>
        <source>No restart is left: before the match runs there is only one.</source>
        <translation>Kein Neustart mehr übrig: Bevor das Spiel läuft, gibt es nur einen.</translation>
    </message>
    <message>
        <source>The agent was restarted.</source>
        <translation>Der Agent wurde neu gestartet.</translation>
    </message>
    <message>
        <source>The agent was stopped.</source>
        <translation>Der Agent wurde gestoppt.</translation>
    </message>
    <message>
        <source>It ended before it was ready</source>
        <translation>Sie endete, bevor sie bereit war</translation>
    </message>
    <message>
        <source>It was not ready within {n} s</source>
        <translation>Sie war binnen {n} s nicht bereit</translation>
    </message>
    <message>
        <source>Its check took more than {n} s.</source>
        <translation>Ihre Prüfung dauerte länger als {n} s.</translation>
    </message>
    <message>
        <source>It could not be checked</source>
        <translation>Sie ließ sich nicht prüfen</translation>
    </message>
    <message>
        <source>Version {n} plays on.</source>
        <translation>Version {n} spielt weiter.</translation>
    </message>
    <message>
        <source>The new {part} takes effect in the next match.</source>
        <translation>Neu gilt ab dem nächsten Spiel: {part}.</translation>
    </message>
    <message>
        <source>You started this agent, so start its new version yourself, beside the old one.</source>
        <translation>Du hast diesen Agenten gestartet: Starte auch seine neue Version selbst, neben der alten.</translation>
    </message>
    <message>
        <source>There is no run command any more, so the agent cannot be started.</source>
        <translation>Es gibt keinen Startbefehl mehr, darum lässt sich der Agent nicht starten.</translation>
    </message>
    <message>
        <source>No change waits for an answer.</source>
        <translation>Keine Änderung wartet auf eine Antwort.</translation>
    </message>
    <message>
        <source>{names}: no agent of this match, and no side with one, is called so.</source>
        <translation>{names}: So heißt in diesem Spiel kein Agent und keine Seite, die einen hat.</translation>
    </message>
    <message>
        <source>and {n} more</source>
        <translation>und {n} weitere</translation>
    </message>
    <message>
        <source>lies on a network file system ({kind}),</source>
        <translation>liegt auf einem Netzlaufwerk ({kind}),</translation>
    </message>
    <message>
        <source>which does not report changes, so Kickabout looks through it about once a second.</source>
        <translation>das keine Änderungen meldet, darum sieht Kickabout es etwa jede Sekunde durch.</translation>
    </message>
    <message>
        <source>The arena plays {names}; {mode} needs Rocket League.</source>
        <translation>Die Arena spielt {names}; {mode} braucht Rocket League.</translation>
    </message>
    <message>
        <source>The arena has its own fields only; the map {map} needs Rocket League.</source>
        <translation>Die Arena hat nur ihre eigenen Felder; die Karte {map} braucht Rocket League.</translation>
    </message>
    <message>
        <source>The arena has no field of the shape of the map {map}; it needs Rocket League.</source>
        <translation>Die Arena hat kein Feld von der Form der Karte {map}; sie braucht Rocket League.</translation>
    </message>
    <message>
        <source>The arena plays {mode} on the standard field; {again} on the map {map} needs Rocket League.</source>
        <translation>Die Arena spielt {mode} auf dem Standardfeld; {again} auf der Karte {map} braucht Rocket League.</translation>
    </message>
    <message>
        <source>The arena plays Hoops on the field of hoops; Hoops on the map {map} needs Rocket League.</source>
        <translation>Die Arena spielt Hoops auf dem Feld mit Körben; Hoops auf der Karte {map} braucht Rocket League.</translation>
    </message>
    <message>
        <source>The arena does not play {mode} with ball_type = {value}; it needs Rocket League.</source>
        <translation>Die Arena spielt {mode} nicht mit ball_type = {value}; das braucht Rocket League.</translation>
    </message>
    <message>
        <source>The arena&apos;s puck has one size; {mode} with ball_size = {value} needs Rocket League.</source>
        <translation>Der Puck der Arena hat nur eine Größe; {mode} mit ball_size = {value} braucht Rocket League.</translation>
    </message>
    <message>
        <source>The arena does not play the mutator {name} = {value}; it needs Rocket League.</source>
        <translation>Die Arena spielt den Mutator {name} = {value} nicht; er braucht Rocket League.</translation>
    </message>
    <message>
        <source>The arena does not play {name} = {value}; it needs Rocket League.</source>
        <translation>Die Arena spielt {name} = {value} nicht; das braucht Rocket League.</translation>
    </message>
    <message>
        <source>The arena has loaded the walls of {name} alone; {mode} needs an arena of its own.</source>
        <translation>Die Arena hat nur die Wände von {name} geladen; {mode} braucht eine eigene Arena.</translation>
    </message>
    <message>
        <source>What the mutator {name} does is not published, so that only Rocket League can play it.</source>
        <translation>Was der Mutator {name} bewirkt, ist nirgends veröffentlicht, also kann ihn nur Rocket League spielen.</translation>
    </message>
    <message>
        <source>Blue has {n} cars; the arena has room for {most} in a team.</source>
        <translation>Blau hat {n} Autos; die Arena hat Platz für {most} je Team.</translation>
    </message>
    <message>
        <source>Orange has {n} cars; the arena has room for {most} in a team.</source>
        <translation>Orange hat {n} Autos; die Arena hat Platz für {most} je Team.</translation>
    </message>
    <message>
        <source>Nobody drives the human&apos;s car in the arena, which takes no keys and no gamepad.</source>
        <translation>Niemand fährt das Auto des Menschen: Die Arena nimmt weder Tasten noch Gamepad.</translation>
    </message>
    <message>
        <source>The arena is started by Kickabout itself; no shop is asked.</source>
        <translation>Kickabout startet die Arena selbst; kein Shop wird gefragt.</translation>
    </message>
    <message>
        <source>The arena is started by Kickabout itself; no launcher is asked.</source>
        <translation>Kickabout startet die Arena selbst; kein Launcher wird gefragt.</translation>
    </message>
    <message>
        <source>The arena shows none; the cards of the bots say how they keep up.</source>
        <translation>Die Arena zeigt keine; die Karten der Bots sagen, wie sie mitkommen.</translation>
    </message>
    <message>
        <source>The arena writes no replay files.</source>
        <translation>Die Arena schreibt keine Replay-Dateien.</translation>
    </message>
    <message>
        <source>Every match gets an arena of its own, so none is ever running.</source>
        <translation>Jedes Spiel bekommt eine eigene Arena, darum läuft nie schon eines.</translation>
    </message>
    <message>
        <source>The arena has no sound.</source>
        <translation>Die Arena hat keinen Ton.</translation>
    </message>
    <message>
        <source>The arena has no match admin.</source>
        <translation>Die Arena hat keine Spielleitung.</translation>
    </message>
    <message>
        <source>It is about the floor of Dropshot, which the arena does not play.</source>
        <translation>Es geht um den Boden von Dropshot, das die Arena nicht spielt.</translation>
    </message>
    <message>
        <source>In freeplay there is neither clock nor countdown nor score.</source>
        <translation>Im freien Spiel gibt es weder Uhr noch Countdown noch Punkte.</translation>
    </message>
    <message>
        <source>Without a clock there is no overtime.</source>
        <translation>Ohne Uhr gibt es keine Verlängerung.</translation>
    </message>
    <message>
        <source>Each start draws a map and tells it to the bots.</source>
        <translation>Jeder Start lost eine Karte aus und sagt sie den Bots.</translation>
    </message>
    <message>
        <source>The arena has one look: the match is played on its own field of that shape.</source>
        <translation>Die Arena sieht immer gleich aus: Gespielt wird auf ihrem eigenen Feld dieser Form.</translation>
    </message>
    <message>
        <source>is there, but the system cannot load its compiled part:</source>
        <translation>ist da, aber das System kann seinen kompilierten Teil nicht laden:</translation>
    </message>
    <message>
        <source>install another version of it, and on Windows Microsoft&apos;s Visual C++ runtime.</source>
        <translation>Installier eine andere Version davon, und unter Windows Microsofts Laufzeit für Visual C++.</translation>
    </message>
    <message>
        <source>checking what is installed</source>
        <translation>prüft, was installiert ist</translation>
    </message>
    <message>
        <source>making an environment</source>
        <translation>legt eine Umgebung an</translation>
    </message>
    <message>
        <source>clearing a half-made environment</source>
        <translation>leert eine halb angelegte Umgebung</translation>
    </message>
    <message>
        <source>another Kickabout installs the same</source>
        <translation>ein anderes Kickabout installiert dasselbe</translation>
    </message>
    <message>
        <source>installing {packages}</source>
        <translation>installiert {packages}</translation>
    </message>
    <message>
        <source>(fetching {packages}</source>
        <translation>(lädt {packages}</translation>
    </message>
    <message>
        <source>Saves are noticed faster in a folder on this computer.</source>
        <translation>In einem Ordner auf diesem Rechner wird Gespeichertes schneller bemerkt.</translation>
    </message>
    <message>
        <source>This computer watches no more folders, so Kickabout looks through {root} about once a second.</source>
        <translation>Dieser Rechner beobachtet keine weiteren Ordner, darum sieht Kickabout {root} etwa jede Sekunde durch.</translation>
    </message>
    <message>
        <source>On Linux, raise fs.inotify.max_user_watches and fs.inotify.max_user_instances.</source>
        <translation>Unter Linux hilft es, fs.inotify.max_user_watches und fs.inotify.max_user_instances zu erhöhen.</translation>
    </message>
    <message>
        <source>holds too much to be watched, so only the files directly in it are.</source>
        <translation>enthält zu viel, um beobachtet zu werden, darum werden es nur die Dateien direkt darin.</translation>
    </message>
    <message>
        <source>Give the agent a folder of its own (root_dir in its document).</source>
        <translation>Gib dem Agenten einen eigenen Ordner (root_dir in seinem Dokument).</translation>
    </message>
    <message>
        <source>cannot be watched:</source>
        <translation>lässt sich nicht beobachten:</translation>
    </message>
    <message>
        <source>The agent goes on with what it has loaded; Kickabout takes up watching again when the folder is there.</source>
        <translation>Der Agent macht mit dem Geladenen weiter; Kickabout beobachtet wieder, wenn der Ordner da ist.</translation>
    </message>
    <message>
        <source>is there again and is watched.</source>
        <translation>ist wieder da und wird beobachtet.</translation>
    </message>
    <message>
        <source>changes all the time, as if a program wrote it, so its changes do not count any more in this match.</source>
        <translation>ändert sich dauernd, als schriebe ein Programm daran, darum zählen seine Änderungen in diesem Spiel nicht mehr.</translation>
    </message>
    <message>
        <source>If a program does write it, name it in a .gitignore beside it; else start the agent anew by hand.</source>
        <translation>Schreibt ein Programm daran, nenn sie in einer .gitignore daneben; sonst starte den Agenten von Hand neu.</translation>
    </message>
    <message>
        <source>writes {names} at each of its starts, so changes of it lead to no swap any more.</source>
        <translation>schreibt bei jedem Start {names}; Änderungen daran führen zu keinem Austausch mehr.</translation>
    </message>
    <message>
        <source>writes {names} at each of its starts, so changes of them lead to no swap any more.</source>
        <translation>schreibt bei jedem Start {names}; Änderungen daran führen zu keinem Austausch mehr.</translation>
    </message>
    <message>
        <source>A swap on request takes it up.</source>
        <translation>Ein verlangter Austausch nimmt sie mit.</translation>
    </message>
    <message>
        <source>A swap on request takes them up.</source>
        <translation>Ein verlangter Austausch nimmt sie mit.</translation>
    </message>
    <message>
        <source>To make that final, add the line {names} to {place}.</source>
        <translation>Damit das so bleibt, füg {place} die Zeile {names} hinzu.</translation>
    </message>
    <message>
        <source>To make that final, add the lines {names} to {place}.</source>
        <translation>Damit das so bleibt, füg {place} die Zeilen {names} hinzu.</translation>
    </message>
    <message>
        <source>Nothing was moved: this match does not allow its state to be set (enable_state_setting).</source>
        <translation>Nichts wurde bewegt: Dieses Spiel erlaubt nicht, dass sein Zustand gesetzt wird (enable_state_setting).</translation>
    </message>
    <message>
        <source>Nothing was moved: no frame of the match has come yet.</source>
        <translation>Nichts wurde bewegt: Noch kam kein Frame des Spiels.</translation>
    </message>
    <message>
        <source>Nothing was moved: there is no ball {n} in this match.</source>
        <translation>Nichts wurde bewegt: In diesem Spiel gibt es keinen Ball {n}.</translation>
    </message>
    <message>
        <source>Nothing was moved: there is no car {n} in this match.</source>
        <translation>Nichts wurde bewegt: In diesem Spiel gibt es kein Auto {n}.</translation>
    </message>
    <message>
        <source>Drawing is switched off for the whole match, in its settings.</source>
        <translation>Das Zeichnen ist für das ganze Spiel abgeschaltet, in seinen Einstellungen.</translation>
    </message>
    <message>
        <source>is not installed</source>
        <translation>ist nicht installiert</translation>
    </message>
    <message>
        <source>is installed as</source>
        <translation>ist installiert als</translation>
    </message>
    <message>
        <source>could not be installed</source>
        <translation>ließ sich nicht installieren</translation>
    </message>
    <message>
        <source>Install {names} for &apos;{python}&apos;, which the run command of {name} names.</source>
        <translation>Installier {names} für &apos;{python}&apos;, das der Startbefehl von {name} nennt.</translation>
    </message>
    <message>
        <source>Install what {name} requires:</source>
        <translation>Installier die Anforderungen von {name}:</translation>
    </message>
    <message>
        <source>Add {names} to {place}, then Kickabout can install it.</source>
        <translation>Füg {place} {names} hinzu, dann kann Kickabout es installieren.</translation>
    </message>
    <message>
        <source>Write {names} into {place}, then Kickabout can install it.</source>
        <translation>Schreib {names} in {place}, dann kann Kickabout es installieren.</translation>
    </message>
    <message>
        <source>{0} and {1}</source>
        <translation>{0} und {1}</translation>
    </message>
    <message>
        <source>{0} ({1} more)</source>
        <translation>{0} (und {1} weitere)</translation>
    </message>
    <message>
        <source>error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>This file does not exist.</source>
        <translation>Diese Datei gibt es nicht.</translation>
    </message>
    <message>
        <source>This is a folder, not a document.</source>
        <translation>Das ist ein Ordner, kein Dokument.</translation>
    </message>
    <message>
        <source>This is no match: it has none of the tables of one.</source>
        <translation>Das ist kein Spiel: Es hat keine der Tabellen eines Spiels.</translation>
    </message>
    <message>
        <source>This is not a regular file.</source>
        <translation>Das ist keine gewöhnliche Datei.</translation>
    </message>
    <message>
        <source>This key has too many parts: more than {n}.</source>
        <translation>Dieser Schlüssel hat zu viele Teile: mehr als {n}.</translation>
    </message>
    <message>
        <source>This is nested too deeply: more than {n} levels.</source>
        <translation>Dies ist zu tief verschachtelt: mehr als {n} Ebenen.</translation>
    </message>
    <message>
        <source>This is a link to a file that does not exist.</source>
        <translation>Das ist ein Verweis auf eine Datei, die es nicht gibt.</translation>
    </message>
    <message>
        <source>{key} is &quot;{written}&quot;, but this is a link to a file that does not exist.</source>
        <translation>{key} ist &quot;{written}&quot;, aber das ist ein Verweis auf eine Datei, die es nicht gibt.</translation>
    </message>
    <message>
        <source>This file is too large for a document: more than {size}.</source>
        <translation>Diese Datei ist zu groß für ein Dokument: mehr als {size}.</translation>
    </message>
    <message>
        <source>This file cannot be read: {reason}.</source>
        <translation>Diese Datei lässt sich nicht lesen: {reason}.</translation>
    </message>
    <message>
        <source>This file cannot be read.</source>
        <translation>Diese Datei lässt sich nicht lesen.</translation>
    </message>
    <message>
        <source>{key} is &quot;{written}&quot;, but this file does not exist.</source>
        <translation>{key} ist &quot;{written}&quot;, aber diese Datei gibt es nicht.</translation>
    </message>
    <message>
        <source>{key} is &quot;{written}&quot;, but this is a folder, not a document.</source>
        <translation>{key} ist &quot;{written}&quot;, aber das ist ein Ordner, kein Dokument.</translation>
    </message>
    <message>
        <source>{key} is &quot;{written}&quot;, but this is not a regular file.</source>
        <translation>{key} ist &quot;{written}&quot;, aber das ist keine gewöhnliche Datei.</translation>
    </message>
    <message>
        <source>{key} is &quot;{written}&quot;, but this file is too large for a document: more than {size}.</source>
        <translation>{key} ist &quot;{written}&quot;, aber diese Datei ist zu groß für ein Dokument: mehr als {size}.</translation>
    </message>
    <message>
        <source>{key} is &quot;{written}&quot;, but this file cannot be read: {reason}.</source>
        <translation>{key} ist &quot;{written}&quot;, aber diese Datei lässt sich nicht lesen: {reason}.</translation>
    </message>
    <message>
        <source>This document cannot be read: {reason}.</source>
        <translation>Dieses Dokument lässt sich nicht lesen: {reason}.</translation>
    </message>
    <message>
        <source>Write the path with / instead of \.</source>
        <translation>Schreib den Pfad mit / statt \.</translation>
    </message>
    <message>
        <source>Name the file inside it.</source>
        <translation>Nenn die Datei darin.</translation>
    </message>
    <message>
        <source>The file is written in UTF-16, not in UTF-8.</source>
        <translation>Die Datei ist in UTF-16 geschrieben, nicht in UTF-8.</translation>
    </message>
    <message>
        <source>Byte {byte} is not valid UTF-8.</source>
        <translation>Byte {byte} ist kein gültiges UTF-8.</translation>
    </message>
    <message>
        <source>The file is not valid UTF-8.</source>
        <translation>Die Datei ist kein gültiges UTF-8.</translation>
    </message>
    <message>
        <source>Save it as UTF-8.</source>
        <translation>Speicher sie als UTF-8.</translation>
    </message>
    <message>
        <source>The file begins with a byte order mark, which some readers of TOML refuse.</source>
        <translation>Die Datei beginnt mit einer Byte-Reihenfolge-Marke (BOM), die manche TOML-Leser ablehnen.</translation>
    </message>
    <message>
        <source>Save it as UTF-8 without BOM.</source>
        <translation>Speicher sie als UTF-8 ohne BOM.</translation>
    </message>
    <message>
        <source>There is no match, bot, script or loadout document in this folder.</source>
        <translation>In diesem Ordner liegt kein Dokument eines Spiels, Bots oder Skripts und keines mit Ausstattungen.</translation>
    </message>
    <message>
        <source>This is no match, bot, script or loadout document.</source>
        <translation>Das ist kein Dokument eines Spiels, Bots, Skripts oder Aussehens.</translation>
    </message>
    <message>
        <source>This is no match, bot, script or loadout document: it has none of their tables.</source>
        <translation>Das ist kein Dokument eines Spiels, Bots, Skripts oder Aussehens: Es hat keine von deren Tabellen.</translation>
    </message>
    <message>
        <source>Documents end in .toml.</source>
        <translation>Dokumente enden auf .toml.</translation>
    </message>
    <message>
        <source>A match has [[cars]], a bot or script has [settings], a loadout has [blue_loadout].</source>
        <translation>Ein Spiel hat [[cars]], ein Bot oder Skript hat [settings], ein Aussehen hat [blue_loadout].</translation>
    </message>
    <message>
        <source>This is {kind}, not a match.</source>
        <translation>Das ist {kind}, kein Spiel.</translation>
    </message>
    <message>
        <source>Name it in a match, as config_file of a [[cars]] or [[scripts]] table.</source>
        <translation>Nenn es in einem Spiel, als config_file einer Tabelle [[cars]] oder [[scripts]].</translation>
    </message>
    <message>
        <source>The document has no file yet.</source>
        <translation>Das Dokument hat noch keine Datei.</translation>
    </message>
    <message>
        <source>The file was changed by another program since it was opened.</source>
        <translation>Ein anderes Programm hat die Datei seit dem Öffnen geändert.</translation>
    </message>
    <message>
        <source>The document is too large.</source>
        <translation>Das Dokument ist zu groß.</translation>
    </message>
    <message>
        <source>The file cannot be written: {reason}.</source>
        <translation>Die Datei lässt sich nicht schreiben: {reason}.</translation>
    </message>
    <message>
        <source>This is not valid TOML: {fault}, and the document ends before this is complete.</source>
        <translation>Das ist kein gültiges TOML: {fault}, und das Dokument endet, bevor es vollständig ist.</translation>
    </message>
    <message>
        <source>This is not valid TOML: {fault}.</source>
        <translation>Das ist kein gültiges TOML: {fault}.</translation>
    </message>
    <message>
        <source>The file is not valid TOML.</source>
        <translation>Die Datei ist kein gültiges TOML.</translation>
    </message>
    <message>
        <source>The document is not valid TOML.</source>
        <translation>Das Dokument ist kein gültiges TOML.</translation>
    </message>
    <message>
        <source>A quote is missing at the end of the text.</source>
        <translation>Am Ende des Textes fehlt ein Anführungszeichen.</translation>
    </message>
    <message>
        <source>Write paths with /, or put them in &apos;single quotes&apos;.</source>
        <translation>Schreib Pfade mit / oder setz sie in &apos;einfache Anführungszeichen&apos;.</translation>
    </message>
    <message>
        <source>Put the text in quotes: &quot;{written}&quot;.</source>
        <translation>Setz den Text in Anführungszeichen: &quot;{written}&quot;.</translation>
    </message>
    <message>
        <source>Key &quot;{key}&quot; is unknown and has no effect.</source>
        <translation>Den Schlüssel &quot;{key}&quot; kennt niemand; er bewirkt nichts.</translation>
    </message>
    <message>
        <source>Table &quot;{key}&quot; is unknown and has no effect.</source>
        <translation>Die Tabelle &quot;{key}&quot; kennt niemand; sie bewirkt nichts.</translation>
    </message>
    <message>
        <source>Did you mean &quot;{written}&quot;?</source>
        <translation>Meintest du &quot;{written}&quot;?</translation>
    </message>
    <message>
        <source>It belongs in {home}.</source>
        <translation>Es gehört in {home}.</translation>
    </message>
    <message>
        <source>Write &quot;{written}&quot;, its new name.</source>
        <translation>Schreib &quot;{written}&quot;, so heißt es jetzt.</translation>
    </message>
    <message>
        <source>Write &quot;{written}&quot; with true, false or &quot;{other}&quot;.</source>
        <translation>Schreib &quot;{written}&quot; mit true, false oder &quot;{other}&quot;.</translation>
    </message>
    <message>
        <source>{key} is {found}, but {expected} is expected.</source>
        <translation>{key} ist {found}, erwartet wird aber {expected}.</translation>
    </message>
    <message>
        <source>{key} holds {found}, but {expected} is expected.</source>
        <translation>{key} enthält {found}, erwartet wird aber {expected}.</translation>
    </message>
    <message>
        <source>{key} is {value}, but only 0 to {most} fit.</source>
        <translation>{key} ist {value}, es passt aber nur 0 bis {most}.</translation>
    </message>
    <message>
        <source>{key} contains a NUL character.</source>
        <translation>{key} enthält ein NUL-Zeichen.</translation>
    </message>
    <message>
        <source>{key} has no value &quot;{written}&quot;.</source>
        <translation>Für {key} gibt es den Wert &quot;{written}&quot; nicht.</translation>
    </message>
    <message>
        <source>Use one of: {choices}.</source>
        <translation>Nimm einen von diesen: {choices}.</translation>
    </message>
    <message>
        <source>There is no option {option}.</source>
        <translation>Eine Option {option} gibt es nicht.</translation>
    </message>
    <message>
        <source>{key} cannot be &quot;{written}&quot;: write {expected}.</source>
        <translation>{key} kann nicht &quot;{written}&quot; sein: Schreib {expected}.</translation>
    </message>
    <message>
        <source>Write {expected}.</source>
        <translation>Schreib {expected}.</translation>
    </message>
    <message>
        <source>Write {written} without quotes.</source>
        <translation>Schreib {written} ohne Anführungszeichen.</translation>
    </message>
    <message>
        <source>Write &quot;{written}&quot; for no limit.</source>
        <translation>Schreib &quot;{written}&quot; für keine Grenze.</translation>
    </message>
    <message>
        <source>Put it in quotes: &quot;{written}&quot;.</source>
        <translation>Setz es in Anführungszeichen: &quot;{written}&quot;.</translation>
    </message>
    <message>
        <source>Write [{table}] once, in single brackets.</source>
        <translation>Schreib [{table}] einmal, in einfachen Klammern.</translation>
    </message>
    <message>
        <source>Write it as [{table}].</source>
        <translation>Schreib es als [{table}].</translation>
    </message>
    <message>
        <source>Write each entry under a header of its own, [[{table}]].</source>
        <translation>Schreib jeden Eintrag unter eine eigene Überschrift, [[{table}]].</translation>
    </message>
    <message>
        <source>Remove {key}.</source>
        <translation>Entfern {key}.</translation>
    </message>
    <message>
        <source>{key} has no effect in a script, which drives no car.</source>
        <translation>{key} bewirkt in einem Skript nichts, denn es fährt kein Auto.</translation>
    </message>
    <message>
        <source>agent_id begins or ends with a blank, so the server will not know it.</source>
        <translation>agent_id beginnt oder endet mit einem Leerzeichen, darum wird der Server sie nicht kennen.</translation>
    </message>
    <message>
        <source>There is no agent_id, so no match will take this agent.</source>
        <translation>Es gibt keine agent_id, darum nimmt kein Spiel diesen Agenten.</translation>
    </message>
    <message>
        <source>Write an id that is yours alone, like &quot;{written}&quot;.</source>
        <translation>Schreib eine ID, die nur du hast, etwa &quot;{written}&quot;.</translation>
    </message>
    <message>
        <source>There is no command for this platform, so it must be started manually.</source>
        <translation>Es gibt keinen Befehl für dieses System, darum muss er von Hand gestartet werden.</translation>
    </message>
    <message>
        <source>There is only a command for Windows, so it is run with wine.</source>
        <translation>Es gibt nur einen Befehl für Windows, darum läuft er mit wine.</translation>
    </message>
    <message>
        <source>Add run_command_linux.</source>
        <translation>Füg run_command_linux hinzu.</translation>
    </message>
    <message>
        <source>Add run_command_linux, which macOS uses too.</source>
        <translation>Füg run_command_linux hinzu, das gilt auch für macOS.</translation>
    </message>
    <message>
        <source>RLBotServer would run it with wine.</source>
        <translation>RLBotServer würde ihn mit wine ausführen.</translation>
    </message>
    <message>
        <source>root_dir is &quot;{written}&quot;, but there is no such folder.</source>
        <translation>root_dir ist &quot;{written}&quot;, aber diesen Ordner gibt es nicht.</translation>
    </message>
    <message>
        <source>The command starts &quot;{written}&quot;, which is not there.</source>
        <translation>Der Befehl startet &quot;{written}&quot;, das es nicht gibt.</translation>
    </message>
    <message>
        <source>The command has a quotation that does not end.</source>
        <translation>Im Befehl steht ein Anführungszeichen, dem das schließende fehlt.</translation>
    </message>
    <message>
        <source>Kickabout runs it with a Python of its own choice; RLBotServer needs that environment.</source>
        <translation>Kickabout nimmt ein Python eigener Wahl; RLBotServer braucht diese Umgebung.</translation>
    </message>
    <message>
        <source>&quot;{written}&quot; cannot be the name of an environment variable.</source>
        <translation>&quot;{written}&quot; kann keine Umgebungsvariable heißen.</translation>
    </message>
    <message>
        <source>Tag &quot;{written}&quot; is not one of the usual tags.</source>
        <translation>Der Tag &quot;{written}&quot; ist keiner der üblichen.</translation>
    </message>
    <message>
        <source>skill has no effect beside config_file: it is read from the bot&apos;s own file.</source>
        <translation>skill bewirkt neben config_file nichts: Es wird aus der eigenen Datei des Bots gelesen.</translation>
    </message>
    <message>
        <source>skill has no effect on a bot that is a program.</source>
        <translation>skill bewirkt bei einem Bot nichts, der ein Programm ist.</translation>
    </message>
    <message>
        <source>There is no config_file, so the game drives this car ({skill}).</source>
        <translation>Es gibt keine config_file, darum fährt das Spiel dieses Auto ({skill}).</translation>
    </message>
    <message>
        <source>Add config_file, or write type = &quot;Psyonix&quot;.</source>
        <translation>Füg config_file hinzu oder schreib type = &quot;Psyonix&quot;.</translation>
    </message>
    <message>
        <source>name has no effect here: a script&apos;s name is read from its own file.</source>
        <translation>name bewirkt hier nichts: Ein Skript heißt, wie es in seiner eigenen Datei steht.</translation>
    </message>
    <message>
        <source>A script needs config_file, the path of its script.toml.</source>
        <translation>Ein Skript braucht config_file, den Pfad seiner script.toml.</translation>
    </message>
    <message>
        <source>{key} has no effect beside {other}, which says otherwise.</source>
        <translation>{key} bewirkt nichts neben {other}, das etwas anderes sagt.</translation>
    </message>
    <message>
        <source>{key} has no effect on a human&apos;s car.</source>
        <translation>{key} bewirkt beim Auto eines Menschen nichts.</translation>
    </message>
    <message>
        <source>team must be 0 or 1.</source>
        <translation>team muss 0 oder 1 sein.</translation>
    </message>
    <message>
        <source>Write 0 or &quot;blue&quot; for blue, 1 or &quot;orange&quot; for orange.</source>
        <translation>Schreib 0 oder &quot;blue&quot; für Blau, 1 oder &quot;orange&quot; für Orange.</translation>
    </message>
    <message>
        <source>The match is too large to be sent to a game: {bytes} bytes, of at most {most}.</source>
        <translation>Das Match ist zu groß, um an ein Spiel geschickt zu werden: {bytes} Bytes von höchstens {most}.</translation>
    </message>
    <message>
        <source>Shorten names, commands and variables, or take agents out of it.</source>
        <translation>Kürze Namen, Befehle und Variablen oder nimm Agenten heraus.</translation>
    </message>
    <message>
        <source>Team {value} does not exist.</source>
        <translation>Team {value} gibt es nicht.</translation>
    </message>
    <message>
        <source>Use 0 for blue, 1 for orange.</source>
        <translation>Nimm 0 für Blau, 1 für Orange.</translation>
    </message>
    <message>
        <source>Launcher &quot;Custom&quot; cannot be &quot;{written}&quot;.</source>
        <translation>Der Launcher &quot;Custom&quot; kann nicht &quot;{written}&quot; sein.</translation>
    </message>
    <message>
        <source>Map &quot;{written}&quot; looks like no map: their names end in _P, .upk or .udk.</source>
        <translation>&quot;{written}&quot; sieht nicht wie eine Karte aus: Deren Namen enden auf _P, .upk oder .udk.</translation>
    </message>
    <message>
        <source>There is one map for {mode} only, so the lot has no choice.</source>
        <translation>Für {mode} gibt es nur eine Karte, also gibt es nichts zu losen.</translation>
    </message>
    <message>
        <source>There are no cars, so nobody will play.</source>
        <translation>Es gibt keine Autos, also wird niemand spielen.</translation>
    </message>
    <message>
        <source>Add a [[cars]] table.</source>
        <translation>Füg eine Tabelle [[cars]] hinzu.</translation>
    </message>
    <message>
        <source>auto_start_agents is off, so every bot and script must be started manually.</source>
        <translation>auto_start_agents ist aus, darum muss jeder Bot und jedes Skript von Hand gestartet werden.</translation>
    </message>
    <message>
        <source>Only one car of a match can be driven by a human.</source>
        <translation>Nur ein Auto eines Spiels kann von einem Menschen gefahren werden.</translation>
    </message>
    <message>
        <source>{who} has no agent_id, without which no server knows it.</source>
        <translation>{who} hat keine agent_id, ohne die kein Server etwas zuordnen kann.</translation>
    </message>
    <message>
        <source>Write agent_id under [settings] in {file}.</source>
        <translation>Schreib agent_id unter [settings] in {file}.</translation>
    </message>
    <message>
        <source>Give it an agent_id.</source>
        <translation>Gib ihm eine agent_id.</translation>
    </message>
    <message>
        <source>{who} must be started manually: no command starts it, or auto_start is off.</source>
        <translation>{who} muss von Hand gestartet werden: Es gibt keinen Startbefehl, oder auto_start ist aus.</translation>
    </message>
    <message>
        <source>{who} requires &quot;{written}&quot;, and no script of this match enables it.</source>
        <translation>{who} benötigt &quot;{written}&quot;, und kein Skript dieses Spiels ermöglicht es.</translation>
    </message>
    <message>
        <source>Add a script that has the tag &quot;{written}&quot;.</source>
        <translation>Füg ein Skript mit dem Tag &quot;{written}&quot; hinzu.</translation>
    </message>
    <message>
        <source>Bots with agent_id &quot;{written}&quot; are started in different ways: each may get the other&apos;s car.</source>
        <translation>Bots mit agent_id &quot;{written}&quot; werden verschieden gestartet: Jeder könnte das Auto des anderen bekommen.</translation>
    </message>
    <message>
        <source>Give every bot an agent_id of its own.</source>
        <translation>Gib jedem Bot eine eigene agent_id.</translation>
    </message>
    <message>
        <source>agent_id &quot;{written}&quot; is already in use by another agent of this match.</source>
        <translation>agent_id &quot;{written}&quot; hat schon ein anderer Agent dieses Spiels.</translation>
    </message>
    <message>
        <source>Give every script an agent_id of its own.</source>
        <translation>Gib jedem Skript eine eigene agent_id.</translation>
    </message>
    <message>
        <source>There is no {entry}.</source>
        <translation>{entry} gibt es nicht.</translation>
    </message>
    <message>
        <source>There is no {entry} to remove.</source>
        <translation>{entry} gibt es nicht, also lässt es sich nicht entfernen.</translation>
    </message>
    <message>
        <source>There is no {place} to write in.</source>
        <translation>{place} gibt es nicht, also lässt sich nichts hineinschreiben.</translation>
    </message>
    <message>
        <source>{place} does not stand on a line of its own, so it cannot be removed.</source>
        <translation>{place} steht auf keiner eigenen Zeile, darum lässt es sich nicht entfernen.</translation>
    </message>
    <message>
        <source>{value} cannot be written: it is not valid Unicode.</source>
        <translation>{value} lässt sich nicht schreiben: Es ist kein gültiges Unicode.</translation>
    </message>
    <message>
        <source>The document is written in a way that this edit cannot follow. Edit it by hand.</source>
        <translation>Das Dokument ist so geschrieben, dass diese Änderung nicht geht. Bearbeite es von Hand.</translation>
    </message>
    <message>
        <source>{place} is not a table.</source>
        <translation>{place} ist keine Tabelle.</translation>
    </message>
    <message>
        <source>The document is not a key.</source>
        <translation>Das Dokument ist kein Schlüssel.</translation>
    </message>
    <message>
        <source>{place} is not a key.</source>
        <translation>{place} ist kein Schlüssel.</translation>
    </message>
    <message>
        <source>{place} is a table or an array, which this edit does not replace.</source>
        <translation>{place} ist eine Tabelle oder Liste, die diese Änderung nicht ersetzt.</translation>
    </message>
    <message>
        <source>{place} is not written as [[{table}]], so nothing can be added to it.</source>
        <translation>{place} ist nicht als [[{table}]] geschrieben, darum lässt sich nichts hinzufügen.</translation>
    </message>
    <message>
        <source>{value} is no order of {n} {table}.</source>
        <translation>{value} ist keine Reihenfolge von {n} {table}.</translation>
    </message>
    <message>
        <source>{place} is written in several places. Edit it by hand.</source>
        <translation>{place} steht an mehreren Stellen. Bearbeite es von Hand.</translation>
    </message>
    <message>
        <source>This folder cannot be read: {reason}.</source>
        <translation>Dieser Ordner lässt sich nicht lesen: {reason}.</translation>
    </message>
    <message>
        <source>Only {n} of the names in this folder are looked at.</source>
        <translation>Nur {n} der Namen in diesem Ordner werden angesehen.</translation>
    </message>
    <message>
        <source>Only the first {n} folders in it are looked into. Add a smaller one.</source>
        <translation>Nur die ersten {n} Ordner darin werden durchgesehen. Füg einen kleineren hinzu.</translation>
    </message>
    <message>
        <source>Only the first {n} folders in it are looked into.</source>
        <translation>Nur die ersten {n} Ordner darin werden durchgesehen.</translation>
    </message>
    <message>
        <source>Name a smaller one.</source>
        <translation>Nenne einen kleineren.</translation>
    </message>
    <message>
        <source>Folders below this one are not looked into: it lies {n} folders deep.</source>
        <translation>Ordner unter diesem werden nicht durchgesehen: Er liegt {n} Ordner tief.</translation>
    </message>
    <message>
        <source>This list of recommended teams cannot be read: {reason}.</source>
        <translation>Diese Liste empfohlener Teams lässt sich nicht lesen: {reason}.</translation>
    </message>
    <message>
        <source>This list of recommended teams is too long: more than {size}.</source>
        <translation>Diese Liste empfohlener Teams ist zu lang: mehr als {size}.</translation>
    </message>
    <message>
        <source>This list of recommended teams is not valid {fault}.</source>
        <translation>Diese Liste empfohlener Teams ist kein gültiges {fault}.</translation>
    </message>
    <message>
        <source>There is no list of recommendations in this file.</source>
        <translation>In dieser Datei ist keine Liste von Empfehlungen.</translation>
    </message>
    <message>
        <source>Recommendation {n} is left out: {said}</source>
        <translation>Empfehlung {n} ist ausgelassen: {said}</translation>
    </message>
    <message>
        <source>it names no bots.</source>
        <translation>Sie nennt keine Bots.</translation>
    </message>
    <message>
        <source>it names {n} bots, and a team has {most} at most.</source>
        <translation>Sie nennt {n} Bots, und ein Team hat höchstens {most}.</translation>
    </message>
    <message>
        <source>a bot is named by a text that is not empty.</source>
        <translation>Ein Bot wird mit einem Text benannt, der nicht leer ist.</translation>
    </message>
    <message>
        <source>Only the first {n} recommendations are taken.</source>
        <translation>Nur die ersten {n} Empfehlungen gelten.</translation>
    </message>
    <message>
        <source>This is a bot for RLBot v4. It is listed, but cannot join a match yet.</source>
        <translation>Das ist ein Bot für RLBot v4. Er steht in der Liste, kann aber noch nicht mitspielen.</translation>
    </message>
    <message>
        <source>A later version of Kickabout will host v4 bots.</source>
        <translation>Eine spätere Version von Kickabout wird v4-Bots spielen lassen.</translation>
    </message>
    <message>
        <source>{key} is &quot;{written}&quot;, but there is no such file.</source>
        <translation>{key} ist &quot;{written}&quot;, aber diese Datei gibt es nicht.</translation>
    </message>
    <message>
        <source>{key} names no file.</source>
        <translation>{key} nennt keine Datei.</translation>
    </message>
    <message>
        <source>This is not a valid .cfg document.</source>
        <translation>Das ist kein gültiges .cfg-Dokument.</translation>
    </message>
    <message>
        <source>Each line is a [section], a key = value, or begins with #.</source>
        <translation>Jede Zeile ist ein [Abschnitt], ein Schlüssel = Wert oder beginnt mit #.</translation>
    </message>
    <message>
        <source>A name has 1 to {n} letters that can be seen. Choose another name.</source>
        <translation>Ein Name hat 1 bis {n} sichtbare Zeichen. Wähl einen anderen Namen.</translation>
    </message>
    <message>
        <source>There is no folder {folder}. Choose another folder.</source>
        <translation>Den Ordner {folder} gibt es nicht. Wähl einen anderen Ordner.</translation>
    </message>
    <message>
        <source>There is already something at {folder}. Choose another name or folder.</source>
        <translation>Unter {folder} gibt es schon etwas. Wähl einen anderen Namen oder Ordner.</translation>
    </message>
    <message>
        <source>The files cannot be written to {folder}: {reason}. Choose another folder.</source>
        <translation>Die Dateien lassen sich nicht nach {folder} schreiben: {reason}. Wähl einen anderen Ordner.</translation>
    </message>
    <message>
        <source>The new agent would not be right: {problem}</source>
        <translation>Der neue Agent wäre nicht in Ordnung: {problem}</translation>
    </message>
    <message>
        <source>the text &quot;{written}&quot;</source>
        <translation>der Text &quot;{written}&quot;</translation>
    </message>
    <message>
        <source>the number {value}</source>
        <translation>die Zahl {value}</translation>
    </message>
    <message>
        <source>a date</source>
        <translation>ein Datum</translation>
    </message>
    <message>
        <source>a table</source>
        <translation>eine Tabelle</translation>
    </message>
    <message>
        <source>an array</source>
        <translation>eine Liste</translation>
    </message>
    <message>
        <source>a text in quotes</source>
        <translation>ein Text in Anführungszeichen</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true oder false</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>eine ganze Zahl</translation>
    </message>
    <message>
        <source>an array of texts</source>
        <translation>eine Liste von Texten</translation>
    </message>
    <message>
        <source>an array of tables</source>
        <translation>eine Liste von Tabellen</translation>
    </message>
    <message>
        <source>a whole number from {least} to {most}</source>
        <translation>eine ganze Zahl von {least} bis {most}</translation>
    </message>
    <message>
        <source>a whole number from {least} to {most} or &quot;unlimited&quot;</source>
        <translation>eine ganze Zahl von {least} bis {most} oder &quot;unlimited&quot;</translation>
    </message>
    <message>
        <source>a number of seconds from {least} to {most}</source>
        <translation>eine Zahl von Sekunden von {least} bis {most}</translation>
    </message>
    <message>
        <source>a number of seconds from {least} to {most} or &quot;unlimited&quot;</source>
        <translation>eine Zahl von Sekunden von {least} bis {most} oder &quot;unlimited&quot;</translation>
    </message>
    <message>
        <source>the document of a bot or script</source>
        <translation>das Dokument eines Bots oder Skripts</translation>
    </message>
    <message>
        <source>a loadout</source>
        <translation>ein Aussehen</translation>
    </message>
    <message>
        <source>[settings] of the bot&apos;s own file</source>
        <translation>[settings] der eigenen Datei des Bots</translation>
    </message>
    <message>
        <source>[blue_loadout] and [orange_loadout]</source>
        <translation>[blue_loadout] und [orange_loadout]</translation>
    </message>
    <message>
        <source>the paint table of this team</source>
        <translation>die Tabelle paint dieses Teams</translation>
    </message>
    <message>
        <source>the team&apos;s table, above its paint</source>
        <translation>die Tabelle des Teams, über paint</translation>
    </message>
    <message>
        <source>Bot &quot;{written}&quot;</source>
        <translation>Bot &quot;{written}&quot;</translation>
    </message>
    <message>
        <source>Script &quot;{written}&quot;</source>
        <translation>Skript &quot;{written}&quot;</translation>
    </message>
    <message>
        <source>This bot</source>
        <translation>Dieser Bot</translation>
    </message>
    <message>
        <source>This script</source>
        <translation>Dieses Skript</translation>
    </message>
    <message>
        <source>a text is not closed by a quote</source>
        <translation>ein Text endet ohne Anführungszeichen</translation>
    </message>
    <message>
        <source>a text is not closed by quotes</source>
        <translation>ein Text endet ohne Anführungszeichen</translation>
    </message>
    <message>
        <source>this key is written twice</source>
        <translation>dieser Schlüssel steht zweimal da</translation>
    </message>
    <message>
        <source>this table is written twice</source>
        <translation>diese Tabelle steht zweimal da</translation>
    </message>
    <message>
        <source>this table is already written whole, elsewhere</source>
        <translation>diese Tabelle steht schon ganz an anderer Stelle</translation>
    </message>
    <message>
        <source>the array that begins here is not closed, or a comma is missing in it</source>
        <translation>die Liste, die hier beginnt, ist nicht geschlossen, oder in ihr fehlt ein Komma</translation>
    </message>
    <message>
        <source>the table that begins here is not closed, or a comma is missing in it</source>
        <translation>die Tabelle, die hier beginnt, ist nicht geschlossen, oder in ihr fehlt ein Komma</translation>
    </message>
    <message>
        <source>a number has too many digits</source>
        <translation>eine Zahl hat zu viele Ziffern</translation>
    </message>
    <message>
        <source>Escaped character is not a Unicode scalar value</source>
        <translation>das Zeichen nach \ ist kein Unicode-Zeichen</translation>
    </message>
    <message>
        <source>Expected &apos;=&apos; after a key in a key/value pair</source>
        <translation>nach einem Schlüssel fehlt &apos;=&apos;</translation>
    </message>
    <message>
        <source>Expected &apos;]&apos; at the end of a table declaration</source>
        <translation>am Ende der Überschrift einer Tabelle fehlt &apos;]&apos;</translation>
    </message>
    <message>
        <source>Expected &apos;]]&apos; at the end of an array declaration</source>
        <translation>am Ende der Überschrift eines Eintrags fehlt &apos;]]&apos;</translation>
    </message>
    <message>
        <source>Expected newline or end of document after a statement</source>
        <translation>nach einer Angabe fehlt ein Zeilenende</translation>
    </message>
    <message>
        <source>Expected {value}</source>
        <translation>hier fehlt {value}</translation>
    </message>
    <message>
        <source>Invalid date or datetime</source>
        <translation>ungültiges Datum oder ungültige Zeit</translation>
    </message>
    <message>
        <source>Invalid hex value</source>
        <translation>ungültige Hexadezimalzahl</translation>
    </message>
    <message>
        <source>Invalid initial character for a key part</source>
        <translation>mit diesem Zeichen kann kein Schlüssel beginnen</translation>
    </message>
    <message>
        <source>Invalid statement</source>
        <translation>ungültige Angabe</translation>
    </message>
    <message>
        <source>Invalid value</source>
        <translation>ungültiger Wert</translation>
    </message>
    <message>
        <source>Unescaped &apos;\&apos; in a string</source>
        <translation>&apos;\&apos; in einem Text ohne Bedeutung</translation>
    </message>
    <message>
        <source>Cannot redefine namespace {value}</source>
        <translation>{value} steht schon da</translation>
    </message>
    <message>
        <source>Duplicate inline table key {value}</source>
        <translation>der Schlüssel {value} steht zweimal in der Tabelle</translation>
    </message>
    <message>
        <source>Found invalid character {value}</source>
        <translation>unzulässiges Zeichen {value}</translation>
    </message>
    <message>
        <source>Illegal character {value}</source>
        <translation>unzulässiges Zeichen {value}</translation>
    </message>
    <message>
        <source>JSON: {reason} in line {n}</source>
        <translation>JSON: {reason} in Zeile {n}</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>kein Zugriffsrecht</translation>
    </message>
    <message>
        <source>Operation not permitted</source>
        <translation>nicht erlaubt</translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation>Datei oder Ordner nicht gefunden</translation>
    </message>
    <message>
        <source>Not a directory</source>
        <translation>kein Ordner</translation>
    </message>
    <message>
        <source>Is a directory</source>
        <translation>ein Ordner</translation>
    </message>
    <message>
        <source>File exists</source>
        <translation>gibt es schon</translation>
    </message>
    <message>
        <source>File name too long</source>
        <translation>Dateiname zu lang</translation>
    </message>
    <message>
        <source>Too many levels of symbolic links</source>
        <translation>Verknüpfungen drehen sich im Kreis</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>der Datenträger ist schreibgeschützt</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>der Datenträger ist voll</translation>
    </message>
    <message>
        <source>Disk quota exceeded</source>
        <translation>das Kontingent auf dem Datenträger ist erschöpft</translation>
    </message>
    <message>
        <source>Input/output error</source>
        <translation>Ein-/Ausgabefehler</translation>
    </message>
    <message>
        <source>Too many open files</source>
        <translation>zu viele Dateien sind offen</translation>
    </message>
    <message>
        <source>Stale file handle</source>
        <translation>die Datei ist nicht mehr erreichbar</translation>
    </message>
    <message>
        <source>embedded null byte</source>
        <translation>ein NUL-Zeichen im Pfad</translation>
    </message>
    <message>
        <source>The match is not valid. {problem}</source>
        <translation>Das Spiel ist nicht gültig. {problem}</translation>
    </message>
    <message>
        <source>The match cannot be read. {problem}</source>
        <translation>Das Spiel lässt sich nicht lesen. {problem}</translation>
    </message>
    <message>
        <source>The match cannot be sent to its agents. {said}</source>
        <translation>Das Spiel lässt sich seinen Agenten nicht senden. {said}</translation>
    </message>
    <message>
        <source>The match could not begin: {missing}.</source>
        <translation>Das Spiel konnte nicht beginnen: {missing}.</translation>
    </message>
    <message>
        <source>{who} stopped the match.</source>
        <translation>{who} hat das Match beendet.</translation>
    </message>
    <message>
        <source>The message has {n} bytes; the protocol carries at most {most}.</source>
        <translation>Die Nachricht hat {n} Bytes; das Protokoll trägt höchstens {most}.</translation>
    </message>
    <message>
        <source>The text {written} cannot be sent: it is not valid Unicode.</source>
        <translation>Der Text {written} lässt sich nicht senden: Er ist kein gültiges Unicode.</translation>
    </message>
    <message>
        <source>{who} is no agent of this match, or one too many; it drives nothing.</source>
        <translation>{who} ist kein Agent dieses Spiels oder einer zu viel; gefahren wird damit nichts.</translation>
    </message>
    <message>
        <source>{who} sent a console command; only launchers may.</source>
        <translation>{who} hat einen Konsolenbefehl gesendet; das dürfen nur Launcher.</translation>
    </message>
    <message>
        <source>{who} asked for another match, which was refused. {said}</source>
        <translation>{who} wollte ein anderes Spiel, das abgelehnt wurde. {said}</translation>
    </message>
    <message>
        <source>{who} sent garbage and was disconnected.</source>
        <translation>{who} hat Unsinn gesendet und wurde getrennt.</translation>
    </message>
    <message>
        <source>{who} did not read what it was sent and was disconnected.</source>
        <translation>{who} hat Gesendetes nicht gelesen und wurde getrennt.</translation>
    </message>
    <message>
        <source>{who} lost its connection ({reason}) and was disconnected.</source>
        <translation>{who} hat die Verbindung verloren ({reason}) und wurde getrennt.</translation>
    </message>
    <message>
        <source>{who} sent a message that could not be handled ({error}) and was disconnected.</source>
        <translation>{who} hat eine Nachricht gesendet, mit der nichts anzufangen war ({error}), und wurde getrennt.</translation>
    </message>
    <message>
        <source>{who} asked to stay between matches, which agents may not, and was disconnected.</source>
        <translation>{who} wollte zwischen Spielen bleiben, was Agenten nicht dürfen, und wurde getrennt.</translation>
    </message>
    <message>
        <source>A connection was turned away: there are {most} already.</source>
        <translation>Eine Verbindung wurde abgewiesen: Es gibt schon {most}.</translation>
    </message>
    <message>
        <source>{who} did not answer within a second; the match goes on without its answer.</source>
        <translation>{who} hat binnen einer Sekunde nicht geantwortet; das Spiel geht ohne diese Antwort weiter.</translation>
    </message>
    <message>
        <source>{who} tried to drive a car that is not its own.</source>
        <translation>{who} wollte ein fremdes Auto fahren.</translation>
    </message>
    <message>
        <source>{who} sent match communication before the first packet; it was dropped.</source>
        <translation>{who} hat vor dem ersten Paket eine Spielnachricht gesendet; sie wurde verworfen.</translation>
    </message>
    <message>
        <source>{who} sent match communication in the name of another.</source>
        <translation>{who} hat eine Spielnachricht in fremdem Namen gesendet.</translation>
    </message>
    <message>
        <source>{who} said more than {other} reads; some of it was dropped.</source>
        <translation>{who} hat mehr gesagt, als {other} liest; ein Teil wurde verworfen.</translation>
    </message>
    <message>
        <source>{who} said more than one message holds together with its team; it was dropped.</source>
        <translation>{who} hat mehr gesagt, als mit dem Team zusammen in eine Nachricht passt; es wurde verworfen.</translation>
    </message>
    <message>
        <source>{who} draws more than {n} groups or {most} things; the rest is left out.</source>
        <translation>{who} zeichnet mehr als {n} Gruppen oder {most} Dinge; der Rest wird ausgelassen.</translation>
    </message>
    <message>
        <source>{who} tried to change a loadout that it may not change now.</source>
        <translation>{who} wollte ein Aussehen ändern, das jetzt nicht geändert werden darf.</translation>
    </message>
    <message>
        <source>{who} tried to set the game&apos;s state, which the match does not allow.</source>
        <translation>{who} wollte den Zustand des Spiels setzen, was dieses nicht erlaubt.</translation>
    </message>
    <message>
        <source>{who} sent a command to the game, which the match does not allow.</source>
        <translation>{who} hat dem Spiel einen Befehl gesendet, was dieses nicht erlaubt.</translation>
    </message>
    <message>
        <source>&apos;{written}&apos; is no pace; use lockstep, realtime or a factor such as 2.</source>
        <translation>&apos;{written}&apos; ist kein Tempo; nimm lockstep, realtime oder einen Faktor wie 2.</translation>
    </message>
    <message>
        <source>A pace factor must be from {n} to {most}, not {written}.</source>
        <translation>Ein Tempofaktor muss von {n} bis {most} sein, nicht {written}.</translation>
    </message>
    <message>
        <source>&apos;{written}&apos; is no command of the arena; it knows: {choices}.</source>
        <translation>&apos;{written}&apos; ist kein Befehl der Arena; sie kennt: {choices}.</translation>
    </message>
    <message>
        <source>&apos;{written}&apos; is no command of the arena&apos;s game; it knows: {choices}.</source>
        <translation>&apos;{written}&apos; ist kein Befehl an das Spiel der Arena; es kennt: {choices}.</translation>
    </message>
    <message>
        <source>The number of frames must be from 1 to {most}, not &apos;{written}&apos;.</source>
        <translation>Die Zahl der Frames muss von 1 bis {most} sein, nicht &apos;{written}&apos;.</translation>
    </message>
    <message>
        <source>&apos;{written}&apos; is no number.</source>
        <translation>&apos;{written}&apos; ist keine Zahl.</translation>
    </message>
    <message>
        <source>The run command is empty.</source>
        <translation>Der Startbefehl ist leer.</translation>
    </message>
    <message>
        <source>The run command contains a null character.</source>
        <translation>Der Startbefehl enthält ein NUL-Zeichen.</translation>
    </message>
    <message>
        <source>The run command `{written}` has a quotation that does not end.</source>
        <translation>Im Startbefehl `{written}` endet ein Anführungszeichen nicht.</translation>
    </message>
    <message>
        <source>The run command `{written}` names no program.</source>
        <translation>Der Startbefehl `{written}` nennt kein Programm.</translation>
    </message>
    <message>
        <source>The program &apos;{program}&apos; does not exist in &apos;{folder}&apos;.</source>
        <translation>Das Programm &apos;{program}&apos; gibt es in &apos;{folder}&apos; nicht.</translation>
    </message>
    <message>
        <source>The program &apos;{program}&apos; was found neither in &apos;{folder}&apos; nor on PATH.</source>
        <translation>Das Programm &apos;{program}&apos; gibt es weder in &apos;{folder}&apos; noch im PATH.</translation>
    </message>
    <message>
        <source>The program &apos;{program}&apos; was not found on PATH.</source>
        <translation>Das Programm &apos;{program}&apos; gibt es im PATH nicht.</translation>
    </message>
    <message>
        <source>The folder has a file of this name: write &apos;{written}&apos;.</source>
        <translation>Der Ordner hat eine Datei dieses Namens: Schreib &apos;{written}&apos;.</translation>
    </message>
    <message>
        <source>It runs programs for Windows; a run_command_linux would do without it.</source>
        <translation>Es führt Programme für Windows aus; mit run_command_linux ginge es ohne.</translation>
    </message>
    <message>
        <source>The program &apos;{program}&apos; is not executable. Run `chmod +x` on it.</source>
        <translation>Das Programm &apos;{program}&apos; ist nicht ausführbar. Führ `chmod +x` darauf aus.</translation>
    </message>
    <message>
        <source>&apos;{program}&apos; is a folder, not a program.</source>
        <translation>&apos;{program}&apos; ist ein Ordner, kein Programm.</translation>
    </message>
    <message>
        <source>The first line of &apos;{program}&apos; ends the Windows way (CR LF), which this system cannot run.</source>
        <translation>Die erste Zeile von &apos;{program}&apos; endet wie unter Windows (CR LF), das kann dieses System nicht ausführen.</translation>
    </message>
    <message>
        <source>The first line of &apos;{program}&apos; names &apos;{written}&apos;, which does not exist.</source>
        <translation>Die erste Zeile von &apos;{program}&apos; nennt &apos;{written}&apos;, das es nicht gibt.</translation>
    </message>
    <message>
        <source>{path} is in use.</source>
        <translation>{path} wird benutzt.</translation>
    </message>
    <message>
        <source>{path} is in use by {running}.</source>
        <translation>{path} wird benutzt von {running}.</translation>
    </message>
    <message>
        <source>{path} is being made by another Kickabout.</source>
        <translation>{path} wird gerade von einem anderen Kickabout angelegt.</translation>
    </message>
    <message>
        <source>{path} cannot be removed: {reason}.</source>
        <translation>{path} lässt sich nicht entfernen: {reason}.</translation>
    </message>
    <message>
        <source>{names}: the packages were not installed.</source>
        <translation>{names}: Die Pakete wurden nicht installiert.</translation>
    </message>
    <message>
        <source>{names}: installed, except for some lines.</source>
        <translation>{names}: installiert, bis auf einige Zeilen.</translation>
    </message>
    <message>
        <source>{spot}: &apos;{written}&apos; could not be installed.</source>
        <translation>{spot}: &apos;{written}&apos; ließ sich nicht installieren.</translation>
    </message>
    <message>
        <source>The installer found no fault, but it {said}.</source>
        <translation>Der Installierer fand keinen Fehler, aber es {said}.</translation>
    </message>
    <message>
        <source>&apos;{written}&apos; is no option of a requirements file.</source>
        <translation>&apos;{written}&apos; ist keine Option einer Anforderungsdatei.</translation>
    </message>
    <message>
        <source>&apos;{written}&apos; needs a value.</source>
        <translation>&apos;{written}&apos; braucht einen Wert.</translation>
    </message>
    <message>
        <source>&apos;{folder}&apos; cannot be read: {reason}.</source>
        <translation>&apos;{folder}&apos; lässt sich nicht lesen: {reason}.</translation>
    </message>
    <message>
        <source>&apos;{path}&apos; is not read: these are more than {n} files.</source>
        <translation>&apos;{path}&apos; wird nicht gelesen: Das sind mehr als {n} Dateien.</translation>
    </message>
    <message>
        <source>It contains a null character.</source>
        <translation>Es enthält ein NUL-Zeichen.</translation>
    </message>
    <message>
        <source>&apos;{folder}&apos; is half made and cannot be cleared.</source>
        <translation>&apos;{folder}&apos; ist halb angelegt und lässt sich nicht leeren.</translation>
    </message>
    <message>
        <source>An environment could not be made with &apos;{program}&apos;.</source>
        <translation>Mit &apos;{program}&apos; ließ sich keine Umgebung anlegen.</translation>
    </message>
    <message>
        <source>A file could not be written: {reason}.</source>
        <translation>Eine Datei ließ sich nicht schreiben: {reason}.</translation>
    </message>
    <message>
        <source>The program that starts programs for Kickabout was lost.</source>
        <translation>Das Programm, das für Kickabout Programme startet, ging verloren.</translation>
    </message>
    <message>
        <source>It cannot be ended: {processes}.</source>
        <translation>Es lässt sich nicht beenden: {processes}.</translation>
    </message>
    <message>
        <source>It took longer than {n} s.</source>
        <translation>Es dauerte länger als {n} s.</translation>
    </message>
    <message>
        <source>It was {ended}.</source>
        <translation>Es wurde {ended}.</translation>
    </message>
    <message>
        <source>It said nothing.</source>
        <translation>Es sagte nichts.</translation>
    </message>
    <message>
        <source>Session {n}</source>
        <translation>Sitzung {n}</translation>
    </message>
    <message>
        <source>{title} (agent id &apos;{id}&apos;) never connected</source>
        <translation>{title} (Agent-ID &apos;{id}&apos;) hat sich nie verbunden</translation>
    </message>
    <message>
        <source>{title} (agent id &apos;{id}&apos;) connected but never finished its preparations</source>
        <translation>{title} (Agent-ID &apos;{id}&apos;) hat sich verbunden, wurde aber nie fertig</translation>
    </message>
    <message>
        <source>{title} (agent id &apos;{id}&apos;) connected but went away again</source>
        <translation>{title} (Agent-ID &apos;{id}&apos;) hat sich verbunden, ist aber wieder gegangen</translation>
    </message>
    <message>
        <source>No connection can be accepted at the moment ({reason}); new ones wait.</source>
        <translation>Gerade kann keine Verbindung angenommen werden ({reason}); neue warten.</translation>
    </message>
    <message>
        <source>The arena did not listen within {s} s; its log says how far it came.</source>
        <translation>Die Arena war binnen {s} s nicht zu erreichen; ihr Protokoll sagt, wie weit sie kam.</translation>
    </message>
    <message>
        <source>There is only a command for Windows. It starts no Windows program, so it is run here without wine.</source>
        <translation>Es gibt nur einen Befehl für Windows. Er startet kein Windows-Programm, darum wird er hier ohne Wine ausgeführt.</translation>
    </message>
    <message>
        <source>Nobody starts the agents of this match: start them yourself, or the arena with --start-agents.</source>
        <translation>Niemand startet die Agenten dieses Spiels: Starte sie selbst, oder die Arena mit --start-agents.</translation>
    </message>
    <message>
        <source>The last installation of what {name} requires was not completed:</source>
        <translation>Die letzte Installation dessen, was {name} braucht, wurde nicht fertig:</translation>
    </message>
    <message>
        <source>Install it again.</source>
        <translation>Installiere es noch einmal.</translation>
    </message>
    <message>
        <source>Its environment cannot import &apos;rlbot&apos;.</source>
        <translation>Seine Umgebung kann &apos;rlbot&apos; nicht importieren.</translation>
    </message>
    <message>
        <source>A package index could not be reached.</source>
        <translation>Ein Paketindex war nicht erreichbar.</translation>
    </message>
    <message>
        <source>checking rlbot</source>
        <translation>rlbot wird geprüft</translation>
    </message>
    <message>
        <source>{names}: a package index could not be reached, so these are still missing: {packages}.</source>
        <translation>{names}: Ein Paketindex war nicht erreichbar, darum fehlen noch: {packages}.</translation>
    </message>
    <message>
        <source>It is not known what &apos;{program}&apos; has installed: its folder does not tell.</source>
        <translation>Was „{program}“ installiert hat, ist nicht bekannt: Sein Ordner verrät es nicht.</translation>
    </message>
    <message>
        <source>It cannot be found out what &apos;{program}&apos; has installed.</source>
        <translation>Was „{program}“ installiert hat, lässt sich nicht herausfinden.</translation>
    </message>
    <message>
        <source>The answer about the packages of &apos;{program}&apos; makes no sense: {error}.</source>
        <translation>Die Antwort über die Pakete von „{program}“ ergibt keinen Sinn: {error}.</translation>
    </message>
    <message>
        <source>{name} requires Python {written}, but Python {version} runs it.</source>
        <translation>{name} verlangt Python {written}, aber Python {version} führt ihn aus.</translation>
    </message>
    <message>
        <source>{name} needs Python {version} or newer, which has &apos;{written}&apos;.</source>
        <translation>{name} braucht Python {version} oder neuer, das „{written}“ hat.</translation>
    </message>
    <message>
        <source>{name} needs Python {version} or newer, which has &apos;{written}&apos;, and ran with {other}.</source>
        <translation>{name} braucht Python {version} oder neuer, das „{written}“ hat, und lief mit {other}.</translation>
    </message>
    <message>
        <source>Install Python {version} or newer, and run `{command}` in {folder}.</source>
        <translation>Installiere Python {version} oder neuer und führe `{command}` in {folder} aus.</translation>
    </message>
    <message>
        <source>Install a Python that fits, and make an environment named &apos;venv&apos; with it in {folder}.</source>
        <translation>Installiere ein passendes Python und lege damit in {folder} eine Umgebung namens „venv“ an.</translation>
    </message>
    <message>
        <source>set_game_state raises TypeError in rlbot {version}, which &apos;{program}&apos; has.</source>
        <translation>set_game_state löst in rlbot {version}, das „{program}“ hat, einen TypeError aus.</translation>
    </message>
    <message>
        <source>Install rlbot 2.0.0b54 there, the newest version in which it works.</source>
        <translation>Installiere dort rlbot 2.0.0b54, die neueste Version, in der es geht.</translation>
    </message>
    <message>
        <source>Map &quot;{written}&quot; is written as a file, but it is one of the game&apos;s own.</source>
        <translation>Die Karte &quot;{written}&quot; ist als Datei geschrieben, gehört aber zum Spiel selbst.</translation>
    </message>
    <message>
        <source>Changed from outside:</source>
        <translation>Von außen verändert:</translation>
    </message>
    <message>
        <source>Another program started a match on the server, which ended this one.</source>
        <translation>Ein anderes Programm hat auf dem Server ein Spiel gestartet und damit dieses beendet.</translation>
    </message>
    <message>
        <source>{who} uses an rlbot package that is too old ({version} or newer is needed) and was disconnected.</source>
        <translation>{who} verwendet ein zu altes Paket rlbot (nötig ist {version} oder neuer) und wurde getrennt.</translation>
    </message>
    <message>
        <source>A connection was closed: it did not introduce itself within {n} s.</source>
        <translation>Eine Verbindung wurde getrennt: Sie hat sich nicht binnen {n} s angemeldet.</translation>
    </message>
    <message>
        <source>A connection was closed: too many have not introduced themselves.</source>
        <translation>Eine Verbindung wurde getrennt: Zu viele haben sich nicht angemeldet.</translation>
    </message>
    <message>
        <source>{who} sent {message}, which only the launcher may.</source>
        <translation>{who} sendete {message}, was nur Kickabout darf.</translation>
    </message>
    <message>
        <source>{who} was one of too many sessions without an agent id and was disconnected.</source>
        <translation>{who} war eine von zu vielen Sitzungen ohne Agenten-ID und wurde getrennt.</translation>
    </message>
    <message>
        <source>{who} was one of too many agents that came before the match and was disconnected.</source>
        <translation>{who} war einer von zu vielen Agenten, die vor dem Spiel kamen, und wurde getrennt.</translation>
    </message>
    <message>
        <source>{who} was one of too many agents without a place in the match and was disconnected.</source>
        <translation>{who} war einer von zu vielen Agenten ohne Platz im Spiel und wurde getrennt.</translation>
    </message>
    <message>
        <source>{who} did not present the agent id that Kickabout gave to the agent and was disconnected.</source>
        <translation>{who} nannte nicht die Agenten-ID, die der Agent von Kickabout bekam, und wurde getrennt.</translation>
    </message>
    <message>
        <source>{who} sent match communication in the form of the arena&apos;s reports; it was dropped.</source>
        <translation>{who} sendete eine Spielnachricht in der Form der Berichte der Arena; sie wurde verworfen.</translation>
    </message>
    <message>
        <source>The folder with the logs of this match was deleted, so the match has no logs any more.</source>
        <translation>Der Ordner mit den Protokollen dieses Spiels wurde gelöscht; darum hat es keine Protokolle mehr.</translation>
    </message>
    <message>
        <source>This folder holds a bot or script for RLBot v4 ({name}), which Kickabout does not play yet.</source>
        <translation>In diesem Ordner liegt ein Bot oder Skript für RLBot v4 ({name}), was Kickabout noch nicht spielt.</translation>
    </message>
</context>
<context>
    <name>ScanNote</name>
    <message>
        <source>Looking through the folders …</source>
        <translation>Ordner werden durchsucht …</translation>
    </message>
    <message>
        <source>Stop looking through the folders</source>
        <translation>Durchsuchen der Ordner abbrechen</translation>
    </message>
</context>
<context>
    <name>Scoreboard</name>
    <message>
        <source>Clock</source>
        <translation>Uhr</translation>
    </message>
    <message>
        <source>Phase of the match</source>
        <translation>Phase des Spiels</translation>
    </message>
    <message>
        <source>Phase, game seconds per second, and how many frames were left out because the machine was too slow</source>
        <translation>Phase, Spielsekunden je Sekunde und wie viele Bilder ausfielen, weil der Rechner zu langsam war</translation>
    </message>
    <message>
        <source>Overtime · {0}</source>
        <translation>Verl. · {0}</translation>
    </message>
    <message>
        <source>Games {0}:{1}</source>
        <translation>Partien {0}:{1}</translation>
    </message>
    <message>
        <source>{0} · {1} left out</source>
        <translation>{0} · {1} verpasst</translation>
    </message>
    <message>
        <source>No match yet</source>
        <translation>Noch kein Spiel</translation>
    </message>
    <message>
        <source>Goals of {0}</source>
        <translation>Tore von {0}</translation>
    </message>
</context>
<context>
    <name>ScriptList</name>
    <message>
        <source>Scripts</source>
        <translation>Skripte</translation>
    </message>
    <message>
        <source>A script is a program without a car: it draws, counts or arranges things.</source>
        <translation>Ein Skript ist ein Programm ohne Auto: Es zeichnet, zählt oder ordnet Dinge.</translation>
    </message>
    <message>
        <source>+ Add a script</source>
        <translation>+ Skript hinzufügen</translation>
    </message>
    <message>
        <source>Choose the script.toml of a script</source>
        <translation>Die script.toml eines Skripts wählen</translation>
    </message>
    <message>
        <source>Add a script</source>
        <translation>Skript hinzufügen</translation>
    </message>
</context>
<context>
    <name>ScriptRow</name>
    <message>
        <source>Start</source>
        <translation>Starten</translation>
    </message>
    <message>
        <source>Off: you start this script by hand</source>
        <translation>Aus: Du startest dieses Skript von Hand</translation>
    </message>
    <message>
        <source>Start {script} with the match</source>
        <translation>{script} mit dem Spiel starten</translation>
    </message>
    <message>
        <source>Remove {script} from the match (Del)</source>
        <translation>{script} aus dem Spiel entfernen (Entf)</translation>
    </message>
    <message>
        <source>Remove {script}</source>
        <translation>{script} entfernen</translation>
    </message>
</context>
<context>
    <name>SettingsWatch</name>
    <message>
        <source>What you set will be forgotten: the folder {folder} cannot be written ({reason}). To keep it elsewhere, set {variable} to a folder that you can write to, and start Kickabout again.</source>
        <translation>Was du einstellst, wird vergessen: Der Ordner {folder} lässt sich nicht beschreiben ({reason}). Um es woanders aufzuheben, setz {variable} auf einen Ordner, in den du schreiben kannst, und starte Kickabout neu.</translation>
    </message>
</context>
<context>
    <name>ShortStages</name>
    <message>
        <source>Documents</source>
        <translation>Prüfung</translation>
    </message>
    <message>
        <source>Game</source>
        <translation>Spiel</translation>
    </message>
    <message>
        <source>Agents</source>
        <translation>Agenten</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Bereit</translation>
    </message>
    <message>
        <source>Kickoff</source>
        <translation>Anstoß</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>Spielen</translation>
    </message>
    <message>
        <source>All down</source>
        <translation>Ende</translation>
    </message>
</context>
<context>
    <name>Sizes</name>
    <message>
        <source>{0} B</source>
        <translation>{0} B</translation>
    </message>
    <message>
        <source>{0} kB</source>
        <translation>{0} kB</translation>
    </message>
    <message>
        <source>{0} MB</source>
        <translation>{0} MB</translation>
    </message>
    <message>
        <source>{0} GB</source>
        <translation>{0} GB</translation>
    </message>
    <message>
        <source>{0} TB</source>
        <translation>{0} TB</translation>
    </message>
</context>
<context>
    <name>Skills</name>
    <message>
        <source>Beginner</source>
        <translation>Anfänger</translation>
    </message>
    <message>
        <source>Rookie</source>
        <translation>Neuling</translation>
    </message>
    <message>
        <source>Pro</source>
        <translation>Profi</translation>
    </message>
    <message>
        <source>AllStar</source>
        <translation>Allstar</translation>
    </message>
</context>
<context>
    <name>StageController</name>
    <message>
        <source>Nothing can be moved: “Bots may move things” is off in the settings of this match.</source>
        <translation>Nichts lässt sich versetzen: „Bots dürfen Dinge versetzen“ ist in den Einstellungen dieses Spiels aus.</translation>
    </message>
    <message>
        <source>Cars and ball can be moved while a match runs.</source>
        <translation>Autos und Ball lassen sich versetzen, während ein Spiel läuft.</translation>
    </message>
</context>
<context>
    <name>StageStates</name>
    <message>
        <source>pending</source>
        <translation>steht aus</translation>
    </message>
    <message>
        <source>running</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>done</source>
        <translation>erledigt</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>skipped</source>
        <translation>ausgelassen</translation>
    </message>
</context>
<context>
    <name>StageTools</name>
    <message>
        <source>Show what bots draw</source>
        <translation>Zeichnungen der Bots zeigen</translation>
    </message>
    <message>
        <source>Move cars and ball</source>
        <translation>Autos und Ball versetzen</translation>
    </message>
    <message>
        <source>Show what bots draw into the arena ({0}). Rocket League shows it on its own screen.
Which bot may draw is chosen on its card.</source>
        <translation>Zeigt, was Bots in die Arena zeichnen ({0}). Rocket League zeigt es auf seinem eigenen Bildschirm.
Welcher Bot zeichnen darf, steht auf seiner Karte.</translation>
    </message>
    <message>
        <source>No match is running.</source>
        <translation>Es läuft kein Spiel.</translation>
    </message>
    <message>
        <source>Move cars and ball ({0}): drag to put one down, drag with the right button or Shift to throw it.
With keys: Tab chooses, arrows lead, Enter puts, Shift+Enter throws, Escape ends it.</source>
        <translation>Autos und Ball versetzen ({0}): ziehen setzt, ziehen mit der rechten Taste oder Umschalt wirft.
Mit Tasten: Tab wählt, Pfeile führen, Eingabe setzt, Umschalt+Eingabe wirft, Esc beendet es.</translation>
    </message>
</context>
<context>
    <name>Stages</name>
    <message>
        <source>Check the documents</source>
        <translation>Dokumente prüfen</translation>
    </message>
    <message>
        <source>Start the game</source>
        <translation>Spiel starten</translation>
    </message>
    <message>
        <source>Start the agents</source>
        <translation>Agenten starten</translation>
    </message>
    <message>
        <source>Agents get ready</source>
        <translation>Agenten bereiten sich vor</translation>
    </message>
    <message>
        <source>Kickoff</source>
        <translation>Anstoß</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>Spielen</translation>
    </message>
    <message>
        <source>Everything down</source>
        <translation>Alles beendet</translation>
    </message>
</context>
<context>
    <name>SwapStates</name>
    <message>
        <source>up to date</source>
        <translation>aktuell</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>geändert</translation>
    </message>
    <message>
        <source>checking</source>
        <translation>wird geprüft</translation>
    </message>
    <message>
        <source>stopping the old version</source>
        <translation>alte Version stoppt</translation>
    </message>
    <message>
        <source>starting the new version</source>
        <translation>neue Version startet</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>abgelehnt</translation>
    </message>
</context>
<context>
    <name>SystemTray</name>
    <message>
        <source>Show the window</source>
        <translation>Das Fenster zeigen</translation>
    </message>
    <message>
        <source>Stop the match</source>
        <translation>Das Spiel stoppen</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
</context>
<context>
    <name>TeamColumn</name>
    <message>
        <source>Team {0}</source>
        <translation>Team {0}</translation>
    </message>
    <message>
        <source>+ Add a bot</source>
        <translation>+ Bot</translation>
    </message>
    <message>
        <source>Add a bot to {0}, a car that the game drives, or yourself</source>
        <translation>Einen Bot zu {0} hinzufügen, ein Auto, das das Spiel fährt, oder dich selbst</translation>
    </message>
    <message>
        <source>What can be done with the whole team</source>
        <translation>Was mit dem ganzen Team getan werden kann</translation>
    </message>
    <message>
        <source>Menu of {0}</source>
        <translation>Menü von {0}</translation>
    </message>
    <message>
        <source>No scripts.</source>
        <translation>Keine Skripte.</translation>
    </message>
    <message>
        <source>Nobody plays for {0} yet.
Drop a bot&apos;s folder here.</source>
        <translation>Für {0} spielt noch niemand.
Zieh den Ordner eines Bots hierher.</translation>
    </message>
    <message>
        <source>A car that the game drives: {0}</source>
        <translation>Ein Auto, das das Spiel fährt: {0}</translation>
    </message>
    <message>
        <source>A car for a person</source>
        <translation>Ein Auto für einen Menschen</translation>
    </message>
    <message>
        <source>Swap all of this team to their present source</source>
        <translation>Ganzes Team gegen jetzigen Stand austauschen</translation>
    </message>
    <message>
        <source>Blue and orange swap sides</source>
        <translation>Blau und Orange tauschen die Seiten</translation>
    </message>
    <message>
        <source>Shuffle the teams</source>
        <translation>Teams mischen</translation>
    </message>
    <message>
        <source>Remove all of this team</source>
        <translation>Ganzes Team entfernen</translation>
    </message>
</context>
<context>
    <name>TeamController</name>
    <message>
        <source>Game</source>
        <translation>Spiel</translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>Alles</translation>
    </message>
</context>
<context>
    <name>Teams</name>
    <message>
        <source>Blue</source>
        <translation>Blau</translation>
    </message>
    <message>
        <source>Orange</source>
        <translation>Orange</translation>
    </message>
    <message>
        <source>Scripts</source>
        <translation>Skripte</translation>
    </message>
</context>
<context>
    <name>TeamsInSentences</name>
    <message>
        <source>blue</source>
        <translation>Blau</translation>
    </message>
    <message>
        <source>orange</source>
        <translation>Orange</translation>
    </message>
    <message>
        <source>scripts</source>
        <translation>Skripte</translation>
    </message>
</context>
<context>
    <name>TelemetryPlot</name>
    <message>
        <source>speed</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>boost</source>
        <translation>Boost</translation>
    </message>
    <message>
        <source>Speed and boost of the cars</source>
        <translation>Tempo und Boost der Autos</translation>
    </message>
    <message>
        <source>Speed and boost of every car appear here during a match.</source>
        <translation>Tempo und Boost jedes Autos erscheinen hier während eines Spiels.</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
    <message>
        <source>Speed (uu/s) and boost</source>
        <translation>Tempo (uu/s) und Boost</translation>
    </message>
</context>
<context>
    <name>TracebackBox</name>
    <message>
        <source>The place of the error</source>
        <translation>Die Stelle des Fehlers</translation>
    </message>
    <message>
        <source>Places that the error came through</source>
        <translation>Stellen, durch die der Fehler kam</translation>
    </message>
    <message>
        <source>Hide this error; it stays in the log</source>
        <translation>Diesen Fehler ausblenden; er bleibt im Protokoll</translation>
    </message>
    <message>
        <source>Hide the error</source>
        <translation>Fehler ausblenden</translation>
    </message>
    <message>
        <source>Less</source>
        <translation>Weniger</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>Show the error in one line</source>
        <translation>Den Fehler in einer Zeile zeigen</translation>
    </message>
    <message>
        <source>Show where the error came through</source>
        <translation>Zeigen, woher der Fehler kam</translation>
    </message>
</context>
<context>
    <name>Workspace</name>
    <message>
        <source>Show or hide: {0}</source>
        <translation>Zeigen oder verbergen: {0}</translation>
    </message>
    <message>
        <source>Go to: {0}</source>
        <translation>Gehe zu: {0}</translation>
    </message>
    <message>
        <source>Put back into the window</source>
        <translation>Zurück ins Fenster</translation>
    </message>
    <message>
        <source>Show in a window of its own</source>
        <translation>In eigenem Fenster zeigen</translation>
    </message>
    <message>
        <source>Hide this panel</source>
        <translation>Bereich ausblenden</translation>
    </message>
</context>
</TS>
