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
        <source>Answers per second; the game asks up to 120 times a second</source>
        <translation>Antworten pro Sekunde; das Spiel fragt bis zu 120-mal pro Sekunde</translation>
    </message>
    <message>
        <source>Share of answers that came too late for their tick</source>
        <translation>Anteil der Antworten, die für ihren Spieltakt zu spät kamen</translation>
    </message>
    <message>
        <source>More actions (menu key)</source>
        <translation>Weitere Aktionen (Menütaste)</translation>
    </message>
    <message>
        <source>More actions for {0}</source>
        <translation>Weitere Aktionen für {0}</translation>
    </message>
    <message>
        <source>Show log</source>
        <translation>Protokoll zeigen</translation>
    </message>
    <message>
        <source>Reload from source</source>
        <translation>Aus dem Quelltext neu laden</translation>
    </message>
    <message>
        <source>Keep the running version</source>
        <translation>Laufende Version behalten</translation>
    </message>
    <message>
        <source>Restart</source>
        <translation>Neu starten</translation>
    </message>
    <message>
        <source>Bench bot</source>
        <translation>Bot auf die Bank setzen</translation>
    </message>
    <message>
        <source>Allow drawing</source>
        <translation>Zeichnen erlauben</translation>
    </message>
    <message>
        <source>Back to version</source>
        <translation>Zurück zu Version</translation>
    </message>
    <message>
        <source>Put this version&apos;s source into the folder …</source>
        <translation>Quelltext dieser Version in den Ordner legen …</translation>
    </message>
    <message>
        <source>Fix</source>
        <translation>Beheben</translation>
    </message>
    <message>
        <source>Debug</source>
        <translation>Debuggen</translation>
    </message>
    <message>
        <source>Stop debugging</source>
        <translation>Debuggen beenden</translation>
    </message>
    <message>
        <source>Copy the start command</source>
        <translation>Startbefehl kopieren</translation>
    </message>
    <message>
        <source>Write launch configuration …</source>
        <translation>Startkonfiguration schreiben …</translation>
    </message>
    <message>
        <source>How to debug</source>
        <translation>So wird debuggt</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Verdoppeln</translation>
    </message>
    <message>
        <source>Replace with another bot …</source>
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
        <source>Start automatically</source>
        <translation>Automatisch starten</translation>
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
        <source>Edit source</source>
        <translation>Quelltext bearbeiten</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>Ordner öffnen</translation>
    </message>
    <message>
        <source>Remove from the match</source>
        <translation>Aus dem Spiel entfernen</translation>
    </message>
    <message>
        <source>Stop script</source>
        <translation>Skript stoppen</translation>
    </message>
    <message>
        <source>Drawing is disabled: “Drawing by bots” is off in this match&apos;s settings.</source>
        <translation>Zeichnen ist gesperrt: „Zeichnen durch Bots“ ist in den Einstellungen dieses Spiels aus.</translation>
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
        <source>Psyonix bot</source>
        <translation>Psyonix-Bot</translation>
    </message>
    <message>
        <source>human player</source>
        <translation>menschlicher Spieler</translation>
    </message>
    <message>
        <source>script</source>
        <translation>Skript</translation>
    </message>
    <message>
        <source>Back to version {0}</source>
        <translation>Zurück zu Version {0}</translation>
    </message>
    <message>
        <source>waiting for the debugger on port {0}</source>
        <translation>wartet auf den Debugger an Port {0}</translation>
    </message>
    <message>
        <source>match paused</source>
        <translation>Spielpause</translation>
    </message>
    <message>
        <source>version {0}; its folder has other source</source>
        <translation>Version {0}; ihr Ordner hat anderen Quelltext</translation>
    </message>
    <message>
        <source>slow: {0} ms</source>
        <translation>langsam: {0} ms</translation>
    </message>
    <message>
        <source>slow</source>
        <translation>langsam</translation>
    </message>
    <message>
        <source>version {0}</source>
        <translation>Version {0}</translation>
    </message>
    <message>
        <source>{0}; the car stands still during a reload</source>
        <translation>{0}; beim Neuladen steht das Auto still</translation>
    </message>
    <message>
        <source>{0}; the car stands still</source>
        <translation>{0}; das Auto steht still</translation>
    </message>
    <message>
        <source>A reload restarts the bot in this game: the car stands still until it plays again.</source>
        <translation>Neuladen startet den Bot in diesem Spiel neu: Das Auto steht still, bis er wieder spielt.</translation>
    </message>
    <message>
        <source>{0} answers/s</source>
        <translation>{0} Antworten/s</translation>
    </message>
    <message>
        <source>Slow: 5 % of its answers take {0} ms or longer; a tick lasts {1} ms.</source>
        <translation>Langsam: 5 % seiner Antworten dauern {0} ms oder länger; ein Tick dauert {1} ms.</translation>
    </message>
    <message>
        <source>{0} % CPU</source>
        <translation>{0} % CPU</translation>
    </message>
    <message>
        <source>slots {0}/{1}</source>
        <translation>Plätze {0}/{1}</translation>
    </message>
    <message>
        <source>Agent service: {0} of {1} slots, matches: {2}</source>
        <translation>Agentendienst: {0} von {1} Plätzen, Spiele: {2}</translation>
    </message>
    <message>
        <source>{0} cars at once on average</source>
        <translation>im Mittel {0} Autos auf einmal</translation>
    </message>
    <message>
        <source>This car: {0} answers/s, {1} ms each, {2} ms at worst</source>
        <translation>Dieses Auto: {0} Antworten/s, je {1} ms, höchstens {2} ms</translation>
    </message>
    <message>
        <source>Mean reward: {0}</source>
        <translation>Mittlere Belohnung: {0}</translation>
    </message>
    <message>
        <source>Refused games: {0}, restarts: {1}</source>
        <translation>Abgelehnte Spiele: {0}, Neustarts: {1}</translation>
    </message>
    <message>
        <source>It does not answer.</source>
        <translation>Er antwortet nicht.</translation>
    </message>
    <message>
        <source>{0} % late</source>
        <translation>{0} % zu spät</translation>
    </message>
    <message>
        <source>Show the last error</source>
        <translation>Letzten Fehler zeigen</translation>
    </message>
    <message>
        <source>being debugged</source>
        <translation>wird debuggt</translation>
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
        <translation>ausgefallen</translation>
    </message>
</context>
<context>
    <name>ArenaCanvas</name>
    <message>
        <source>Arena</source>
        <translation>Arena</translation>
    </message>
    <message>
        <source>Boost: {0} of 100</source>
        <translation>Boost: {0} von 100</translation>
    </message>
</context>
<context>
    <name>Banners</name>
    <message>
        <source>Overtime</source>
        <translation>Verlängerung</translation>
    </message>
    <message>
        <source>The next goal wins.</source>
        <translation>Das nächste Tor gewinnt.</translation>
    </message>
    <message>
        <source>Own goal!</source>
        <translation>Eigentor!</translation>
    </message>
    <message>
        <source>Goal!</source>
        <translation>Tor!</translation>
    </message>
    <message>
        <source>{0}, assist by {1}</source>
        <translation>{0}, Vorlage von {1}</translation>
    </message>
    <message>
        <source>Go!</source>
        <translation>Los!</translation>
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
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>No match is open.</source>
        <translation>Es ist kein Spiel offen.</translation>
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
        <source>Stop the match and all its processes ({0})</source>
        <translation>Spiel und alle seine Prozesse stoppen ({0})</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>Waiting for kickoff …</source>
        <translation>Warten auf den Anstoß …</translation>
    </message>
    <message>
        <source>Match running</source>
        <translation>Spiel läuft</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Pausiert</translation>
    </message>
</context>
<context>
    <name>BottomController</name>
    <message>
        <source>Starting …</source>
        <translation>Startet …</translation>
    </message>
    <message>
        <source>No match is running.</source>
        <translation>Es läuft kein Spiel.</translation>
    </message>
    <message>
        <source>Slows the game down so far that it stands still: it has no pause command.</source>
        <translation>Verlangsamt das Spiel so weit, dass es stillsteht: Es hat keinen Pausebefehl.</translation>
    </message>
    <message>
        <source>The speed of this game can only be set if “Bots may move things” is on in the match&apos;s settings.</source>
        <translation>Das Tempo dieses Spiels lässt sich nur ändern, wenn in den Einstellungen des Matchs „Bots dürfen Dinge versetzen“ an ist.</translation>
    </message>
    <message>
        <source>The match was paused in the game itself. Resume it there.</source>
        <translation>Das Match wurde im Spiel selbst angehalten. Setze es dort fort.</translation>
    </message>
    <message>
        <source>This game has no pause command, and slowing it down needs “Bots may move things”, which is off in this match&apos;s settings.</source>
        <translation>Dieses Spiel hat keinen Pausebefehl, und um es zu verlangsamen, muss in den Einstellungen des Matchs „Bots dürfen Dinge versetzen“ an sein.</translation>
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
        <source>The game&apos;s server waits for the next match. To end it: Stop the game server.</source>
        <translation>Der Server des Spiels wartet auf das nächste Match. Zum Beenden: Spielserver anhalten.</translation>
    </message>
    <message>
        <source>server starting</source>
        <translation>Server startet</translation>
    </message>
    <message>
        <source>no match</source>
        <translation>kein Spiel</translation>
    </message>
    <message>
        <source>No packet of a match has arrived yet.</source>
        <translation>Noch ist kein Paket eines Spiels angekommen.</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>The match pauses again after this many ticks: {0}</source>
        <translation>So viele Ticks bis zur nächsten Pause: {0}</translation>
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
        <translation>keine Bots</translation>
    </message>
    <message>
        <source>{0} of {1} agents failed</source>
        <translation>{0} von {1} Bots ausgefallen</translation>
    </message>
    <message>
        <source>agents stopped</source>
        <translation>Bots gestoppt</translation>
    </message>
    <message>
        <source>{0} of {1} agents running</source>
        <translation>{0} von {1} Bots laufen</translation>
    </message>
    <message>
        <source>{0} of 1 agent running</source>
        <translation>{0} von 1 Bot läuft</translation>
    </message>
</context>
<context>
    <name>CameraTools</name>
    <message>
        <source>Own window</source>
        <translation>Eigenes Fenster</translation>
    </message>
    <message>
        <source>Show the arena in its own window, for example on a second screen ({0})</source>
        <translation>Arena in einem eigenen Fenster zeigen, etwa auf einem zweiten Bildschirm ({0})</translation>
    </message>
    <message>
        <source>Next car</source>
        <translation>Nächstes Auto</translation>
    </message>
    <message>
        <source>Previous car</source>
        <translation>Voriges Auto</translation>
    </message>
    <message>
        <source>Predicted path of the ball</source>
        <translation>Vorhergesagte Ballbahn</translation>
    </message>
    <message>
        <source>Show goals again</source>
        <translation>Tore noch einmal zeigen</translation>
    </message>
    <message>
        <source>Camera: {0}</source>
        <translation>Kamera: {0}</translation>
    </message>
    <message>
        <source>Keys 1 to 7 in the arena choose a camera, a click chooses a car.
Drag to look around freely, turn the wheel to come closer.</source>
        <translation>Die Tasten 1 bis 7 wählen in der Arena eine Kamera, ein Klick wählt ein Auto.
Ziehen schaut frei umher, das Mausrad geht näher heran.</translation>
    </message>
    <message>
        <source>Director</source>
        <translation>Regie</translation>
    </message>
    <message>
        <source>Ball</source>
        <translation>Ball</translation>
    </message>
    <message>
        <source>Follow car</source>
        <translation>Auto folgen</translation>
    </message>
    <message>
        <source>Ball cam</source>
        <translation>Ballkamera</translation>
    </message>
    <message>
        <source>Team</source>
        <translation>Team</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>Frei</translation>
    </message>
    <message>
        <source>From above</source>
        <translation>Von oben</translation>
    </message>
</context>
<context>
    <name>CardRequests</name>
    <message>
        <source>This entry has no folder.</source>
        <translation>Dieser Eintrag hat keinen Ordner.</translation>
    </message>
</context>
<context>
    <name>Cast</name>
    <message>
        <source>Car {0}</source>
        <translation>Auto {0}</translation>
    </message>
    <message>
        <source>{0} demolished {1}</source>
        <translation>{0} hat {1} zerstört</translation>
    </message>
    <message>
        <source>{0} touched the ball</source>
        <translation>{0} hat den Ball berührt</translation>
    </message>
    <message>
        <source>{0} was demolished</source>
        <translation>{0} wurde zerstört</translation>
    </message>
    <message>
        <source>{0} crashed</source>
        <translation>{0} ist abgestürzt</translation>
    </message>
    <message>
        <source>{0} plays a new version</source>
        <translation>{0} spielt eine neue Version</translation>
    </message>
    <message>
        <source>{0} answered late several times</source>
        <translation>{0} hat mehrmals zu spät geantwortet</translation>
    </message>
    <message>
        <source>Goal for {0}</source>
        <translation>Tor für {0}</translation>
    </message>
    <message>
        <source>Goal</source>
        <translation>Tor</translation>
    </message>
    <message>
        <source>Own goal by {0}</source>
        <translation>Eigentor von {0}</translation>
    </message>
    <message>
        <source>Goal by {0}, assist by {1}</source>
        <translation>Tor von {0}, Vorlage von {1}</translation>
    </message>
    <message>
        <source>Goal by {0}</source>
        <translation>Tor von {0}</translation>
    </message>
</context>
<context>
    <name>ChannelList</name>
    <message>
        <source>Channels</source>
        <translation>Kanäle</translation>
    </message>
</context>
<context>
    <name>CheckpointList</name>
    <message>
        <source>Checkpoints</source>
        <translation>Checkpoints</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Metric</source>
        <translation>Messwert</translation>
    </message>
    <message>
        <source>Created</source>
        <translation>Erstellt</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Play this one</source>
        <translation>Spielen lassen</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>Ordner öffnen</translation>
    </message>
    <message>
        <source>Open the folder of this checkpoint</source>
        <translation>Ordner dieses Checkpoints öffnen</translation>
    </message>
    <message>
        <source>The run saves checkpoints while it trains; they appear here.</source>
        <translation>Der Lauf speichert beim Training Checkpoints; sie erscheinen hier.</translation>
    </message>
    <message>
        <source>Resume is not possible: {0}</source>
        <translation>Fortsetzen ist nicht möglich: {0}</translation>
    </message>
    <message>
        <source>best</source>
        <translation>bester</translation>
    </message>
    <message>
        <source>latest</source>
        <translation>neuester</translation>
    </message>
    <message>
        <source>There is no checkpoint yet.</source>
        <translation>Es gibt noch keinen Checkpoint.</translation>
    </message>
    <message>
        <source>Export this checkpoint as a bot and put it into the open match</source>
        <translation>Diesen Checkpoint als Bot exportieren und ins offene Spiel stellen</translation>
    </message>
</context>
<context>
    <name>Closing</name>
    <message>
        <source>A match and a training run are running; closing the window stops them.</source>
        <translation>Ein Spiel und ein Trainingslauf laufen; das Schließen des Fensters beendet sie.</translation>
    </message>
    <message>
        <source>A training run is running; closing the window stops it with a checkpoint.</source>
        <translation>Ein Trainingslauf läuft; das Schließen des Fensters beendet ihn mit einem Checkpoint.</translation>
    </message>
    <message>
        <source>A match is running; closing the window stops it.</source>
        <translation>Ein Spiel läuft; das Schließen des Fensters beendet es.</translation>
    </message>
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
        <source>Search commands …</source>
        <translation>Befehle suchen …</translation>
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
        <source>No matching commands</source>
        <translation>Keine passenden Befehle</translation>
    </message>
</context>
<context>
    <name>Commands</name>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Command palette</source>
        <translation>Befehlspalette</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>How to debug a bot</source>
        <translation>So wird ein Bot debuggt</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>Umgebung</translation>
    </message>
    <message>
        <source>Stop the game server</source>
        <translation>Spielserver anhalten</translation>
    </message>
    <message>
        <source>About Kickabout</source>
        <translation>Über Kickabout</translation>
    </message>
    <message>
        <source>Open the game console</source>
        <translation>Befehlszeile des Spiels öffnen</translation>
    </message>
    <message>
        <source>Copy match report</source>
        <translation>Spielbericht kopieren</translation>
    </message>
    <message>
        <source>Reload all bots</source>
        <translation>Alle Bots neu laden</translation>
    </message>
    <message>
        <source>Save this moment as a situation</source>
        <translation>Diesen Moment als Situation speichern</translation>
    </message>
    <message>
        <source>Load the last situation again</source>
        <translation>Letzte Situation noch einmal laden</translation>
    </message>
    <message>
        <source>Play one tick</source>
        <translation>Einen Tick spielen</translation>
    </message>
    <message>
        <source>Drive your car</source>
        <translation>Eigenes Auto fahren</translation>
    </message>
    <message>
        <source>Training runs</source>
        <translation>Trainingsläufe</translation>
    </message>
    <message>
        <source>Reset layout</source>
        <translation>Anordnung zurücksetzen</translation>
    </message>
    <message>
        <source>Arena in its own window</source>
        <translation>Arena im eigenen Fenster</translation>
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
        <source>Pause / Resume</source>
        <translation>Pause / Fortsetzen</translation>
    </message>
    <message>
        <source>Show or hide bot drawings</source>
        <translation>Zeichnungen der Bots ein- oder ausblenden</translation>
    </message>
    <message>
        <source>Move cars and ball</source>
        <translation>Autos und Ball versetzen</translation>
    </message>
    <message>
        <source>Camera: {0}</source>
        <translation>Kamera: {0}</translation>
    </message>
    <message>
        <source>Next car</source>
        <translation>Nächstes Auto</translation>
    </message>
    <message>
        <source>Previous car</source>
        <translation>Voriges Auto</translation>
    </message>
    <message>
        <source>Show or hide the predicted path of the ball</source>
        <translation>Vorhergesagte Ballbahn ein- oder ausblenden</translation>
    </message>
    <message>
        <source>Show goals again, or not</source>
        <translation>Tore noch einmal zeigen oder nicht</translation>
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
        <source>Open recent match</source>
        <translation>Zuletzt geöffnete Spiele</translation>
    </message>
    <message>
        <source>Full-screen arena</source>
        <translation>Nur die Arena zeigen</translation>
    </message>
</context>
<context>
    <name>ComparisonController</name>
    <message>
        <source>No bot has been reloaded or has crashed in this match yet.</source>
        <translation>In diesem Spiel wurde noch kein Bot neu geladen, und keiner ist abgestürzt.</translation>
    </message>
    <message>
        <source>{name}: {0} to {1} ({2} s) compared with {1} to {3} ({4} s) of game time.</source>
        <translation>{name}: {0} bis {1} ({2} s) verglichen mit {1} bis {3} ({4} s) der Spielzeit.</translation>
    </message>
    <message>
        <source>{0} per minute</source>
        <translation>{0} pro Minute</translation>
    </message>
</context>
<context>
    <name>ComparisonDialog</name>
    <message>
        <source>Compare before and after</source>
        <translation>Vorher und nachher vergleichen</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>Ereignis</translation>
    </message>
    <message>
        <source>Length of the intervals</source>
        <translation>Länge der Zeiträume</translation>
    </message>
    <message>
        <source>{0} s before and after</source>
        <translation>{0} s davor und danach</translation>
    </message>
    <message>
        <source>Whole version</source>
        <translation>Ganze Version</translation>
    </message>
    <message>
        <source>Values before and after</source>
        <translation>Werte vorher und nachher</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>median</source>
        <translation>Median</translation>
    </message>
    <message>
        <source>min</source>
        <translation>Min.</translation>
    </message>
    <message>
        <source>max</source>
        <translation>Max.</translation>
    </message>
    <message>
        <source>Channel</source>
        <translation>Kanal</translation>
    </message>
    <message>
        <source>before: {0}</source>
        <translation>vorher: {0}</translation>
    </message>
    <message>
        <source>after: {0}</source>
        <translation>nachher: {0}</translation>
    </message>
    <message>
        <source>change of mean</source>
        <translation>Änderung des Mittels</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>Aktualisieren</translation>
    </message>
    <message>
        <source>Use the current values</source>
        <translation>Die jetzigen Werte nehmen</translation>
    </message>
    <message>
        <source>Copy table</source>
        <translation>Tabelle kopieren</translation>
    </message>
    <message>
        <source>Copy as text with tabs, for a spreadsheet</source>
        <translation>Als Text mit Tabulatoren kopieren, für eine Tabellenkalkulation</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
</context>
<context>
    <name>Console</name>
    <message>
        <source>Drawings are switched on and off in the arena view.</source>
        <translation>Zeichnungen werden in der Arena-Ansicht ein- und ausgeschaltet.</translation>
    </message>
    <message>
        <source>This match does not allow state setting. Turn on “Bots may move things” in its settings.</source>
        <translation>Dieses Spiel erlaubt kein Versetzen. Schalte „Bots dürfen Dinge versetzen“ in seinen Einstellungen ein.</translation>
    </message>
    <message>
        <source>Usage: {0}</source>
        <translation>Syntax: {0}</translation>
    </message>
    <message>
        <source>Unknown command. Press Down for a list of commands.</source>
        <translation>Unbekannter Befehl. Die Pfeiltaste nach unten zeigt alle Befehle.</translation>
    </message>
</context>
<context>
    <name>ConsoleBar</name>
    <message>
        <source>Game command</source>
        <translation>Spielbefehl</translation>
    </message>
    <message>
        <source>Error in the command</source>
        <translation>Fehler im Befehl</translation>
    </message>
    <message>
        <source>Game command, for example: {0}</source>
        <translation>Spielbefehl, zum Beispiel: {0}</translation>
    </message>
    <message>
        <source>A command for the game. Up and Down go through the history; Down on an empty line lists all commands.</source>
        <translation>Ein Befehl für das Spiel. Auf und Ab blättern im Verlauf; Ab in der leeren Zeile zeigt alle Befehle.</translation>
    </message>
</context>
<context>
    <name>ConsoleController</name>
    <message>
        <source>The game has not started yet.</source>
        <translation>Das Spiel ist noch nicht gestartet.</translation>
    </message>
    <message>
        <source>This game takes no console commands from other programs.</source>
        <translation>Dieses Spiel nimmt keine Konsolenbefehle von anderen Programmen an.</translation>
    </message>
    <message>
        <source>Only a Kickabout arena understands this command, and this server is not one.</source>
        <translation>Diesen Befehl versteht nur eine Arena von Kickabout, und dieser Server ist keine.</translation>
    </message>
    <message>
        <source>No match is running. Start one to send commands to the game.</source>
        <translation>Es läuft kein Spiel. Starte eines, um Befehle zu senden.</translation>
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
        <source>1 line skipped: output came too fast.</source>
        <translation>1 Zeile übersprungen: Die Ausgabe kam zu schnell.</translation>
    </message>
    <message numerus="yes">
        <source>%n lines skipped: output came too fast.</source>
        <translation>
            <numerusform>%n Zeile übersprungen: Die Ausgabe kam zu schnell.</numerusform>
            <numerusform>%n Zeilen übersprungen: Die Ausgabe kam zu schnell.</numerusform>
        </translation>
    </message>
    <message>
        <source>1 drawing omitted</source>
        <translation>1 Zeichnung ausgelassen</translation>
    </message>
    <message numerus="yes">
        <source>%n drawings omitted</source>
        <translation>
            <numerusform>%n Zeichnung ausgelassen</numerusform>
            <numerusform>%n Zeichnungen ausgelassen</numerusform>
        </translation>
    </message>
    <message>
        <source>1 agent failed</source>
        <translation>1 Bot ausgefallen</translation>
    </message>
    <message numerus="yes">
        <source>%n agents failed</source>
        <translation>
            <numerusform>%n Bot ausgefallen</numerusform>
            <numerusform>%n Bots ausgefallen</numerusform>
        </translation>
    </message>
    <message>
        <source>1 agent never answered</source>
        <translation>1 Bot hat nie geantwortet</translation>
    </message>
    <message numerus="yes">
        <source>%n agents never answered</source>
        <translation>
            <numerusform>%n Bot hat nie geantwortet</numerusform>
            <numerusform>%n Bots haben nie geantwortet</numerusform>
        </translation>
    </message>
    <message>
        <source>1 action by another program</source>
        <translation>1 Eingriff eines anderen Programms</translation>
    </message>
    <message numerus="yes">
        <source>%n actions by other programs</source>
        <translation>
            <numerusform>%n Eingriff eines anderen Programms</numerusform>
            <numerusform>%n Eingriffe anderer Programme</numerusform>
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
    <name>CurvePanel</name>
    <message>
        <source>Curves of the training run</source>
        <translation>Kurven des Trainingslaufs</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Show the curves over steps</source>
        <translation>Kurven über den Schritten zeigen</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Show the curves over the time that the run has taken, without pauses</source>
        <translation>Kurven über der Laufzeit ohne Pausen zeigen</translation>
    </message>
    <message>
        <source>Whole run</source>
        <translation>Ganzer Lauf</translation>
    </message>
    <message>
        <source>Show the whole run; drag a plot or use Ctrl+wheel to look at a part of it</source>
        <translation>Ganzen Lauf zeigen; ziehe ein Diagramm oder nutze Strg+Rad, um einen Teil zu sehen</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>Kurven</translation>
    </message>
    <message>
        <source>Rewards, episode lengths, losses and speed appear here when the run is started.</source>
        <translation>Belohnungen, Episodenlängen, Verluste und Tempo erscheinen hier, wenn der Lauf gestartet ist.</translation>
    </message>
</context>
<context>
    <name>DebugController</name>
    <message>
        <source>How to debug a bot</source>
        <translation>So wird ein Bot debuggt</translation>
    </message>
    <message>
        <source>The match has errors. See Problems.</source>
        <translation>Das Spiel hat Fehler. Siehe Probleme.</translation>
    </message>
    <message>
        <source>Debugging needs debugpy, which is not installed for this bot&apos;s Python. Kickabout keeps it in a folder of its own (about {0} MB), and the bot&apos;s packages stay as they are.</source>
        <translation>Zum Debuggen fehlt dem Python dieses Bots debugpy. Kickabout legt es in einen eigenen Ordner (etwa {0} MB); die Pakete des Bots bleiben, wie sie sind.</translation>
    </message>
    <message>
        <source>Install debugpy</source>
        <translation>debugpy installieren</translation>
    </message>
    <message>
        <source>Installing debugpy …</source>
        <translation>debugpy wird installiert …</translation>
    </message>
    <message>
        <source>debugpy was not installed. {0}</source>
        <translation>debugpy wurde nicht installiert. {0}</translation>
    </message>
    <message>
        <source>Copied the command that starts {0}. It works as long as this window is open.</source>
        <translation>Der Befehl, der {0} startet, ist kopiert. Er gilt, solange dieses Fenster offen ist.</translation>
    </message>
    <message>
        <source>{0} cannot be changed without losing something in it. Paste the copied text into it.</source>
        <translation>{0} kann nicht geändert werden, ohne dass etwas darin verloren geht. Füge den kopierten Text dort ein.</translation>
    </message>
    <message>
        <source>{0} (changed)</source>
        <translation>{0} (geändert)</translation>
    </message>
    <message>
        <source>The launch configurations are up to date.</source>
        <translation>Die Startkonfigurationen sind aktuell.</translation>
    </message>
    <message>
        <source>{0} (new)</source>
        <translation>{0} (neu)</translation>
    </message>
    <message>
        <source>Write launch configurations for editors?</source>
        <translation>Startkonfigurationen für Editoren schreiben?</translation>
    </message>
    <message>
        <source>Write</source>
        <translation>Schreiben</translation>
    </message>
    <message>
        <source>{0} has changed meanwhile, so it was left as it is.</source>
        <translation>{0} hat sich inzwischen geändert und blieb, wie sie ist.</translation>
    </message>
    <message>
        <source>Wrote the launch configurations. Choose one in the editor: F5 in VS Code.</source>
        <translation>Die Startkonfigurationen sind geschrieben. Wähl eine im Editor: F5 in VS Code.</translation>
    </message>
</context>
<context>
    <name>Desktop</name>
    <message>
        <source>Random map: {name}.</source>
        <translation>Zufällige Karte: {name}.</translation>
    </message>
    <message>
        <source>Bots receive its name; the arena looks the same on every map.</source>
        <translation>Bots erfahren ihren Namen; die Arena sieht auf jeder Karte gleich aus.</translation>
    </message>
    <message>
        <source>The settings in {path} cannot be read ({reason}). They stay as they are; until the next start, the defaults are used and nothing is saved.</source>
        <translation>Die Einstellungen in {path} können nicht gelesen werden ({reason}). Sie bleiben, wie sie sind; bis zum nächsten Start gelten die Voreinstellungen, und nichts wird gespeichert.</translation>
    </message>
    <message>
        <source>Settings cannot be saved: the folder {folder} is not writable ({reason}). Set {variable} to a writable folder and restart Kickabout.</source>
        <translation>Einstellungen lassen sich nicht speichern: Der Ordner {folder} ist nicht beschreibbar ({reason}). Setz {variable} auf einen beschreibbaren Ordner und starte Kickabout neu.</translation>
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
        <source>Play against it yourself</source>
        <translation>Selbst dagegen spielen</translation>
    </message>
    <message>
        <source>Play against it</source>
        <translation>Dagegen spielen</translation>
    </message>
    <message>
        <source>Favourite</source>
        <translation>Favorit</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>Ordner öffnen</translation>
    </message>
    <message>
        <source>Open in editor</source>
        <translation>Im Editor öffnen</translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation>Pfad kopieren</translation>
    </message>
    <message>
        <source>Details shown</source>
        <translation>Gezeigte Einzelheiten</translation>
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
        <source>Teams are locked while a match is running.</source>
        <translation>Die Teams sind gesperrt, solange ein Spiel läuft.</translation>
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
        <source>Load changes from disk</source>
        <translation>Änderungen von der Platte laden</translation>
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
        <source>Load from disk</source>
        <translation>Von der Platte laden</translation>
    </message>
    <message>
        <source>Changes from disk</source>
        <translation>Änderungen von der Platte</translation>
    </message>
    <message>
        <source>{file} was changed by another program and has been reloaded.</source>
        <translation>{file} wurde von einem anderen Programm geändert und neu geladen.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>{file} was moved or deleted by another program. Save the match to keep it.</source>
        <translation>{file} wurde von einem anderen Programm verschoben oder gelöscht. Speichere das Spiel, um es zu behalten.</translation>
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
    <message>
        <source>Fix problem</source>
        <translation>Problem beheben</translation>
    </message>
    <message>
        <source>Fix all problems</source>
        <translation>Alle Probleme beheben</translation>
    </message>
</context>
<context>
    <name>DocumentForm</name>
    <message>
        <source>Weight</source>
        <translation>Gewicht</translation>
    </message>
    <message>
        <source>Remove: {0}</source>
        <translation>Entfernen: {0}</translation>
    </message>
    <message>
        <source>Edit the file</source>
        <translation>Datei bearbeiten</translation>
    </message>
    <message>
        <source>Open the document in your editor; saved changes appear here</source>
        <translation>Dokument in deinem Editor öffnen; gespeicherte Änderungen erscheinen hier</translation>
    </message>
</context>
<context>
    <name>DocumentQuestions</name>
    <message>
        <source>Unsaved changes</source>
        <translation>Ungespeicherte Änderungen</translation>
    </message>
    <message>
        <source>Save them first?</source>
        <translation>Vorher speichern?</translation>
    </message>
</context>
<context>
    <name>DriveActions</name>
    <message>
        <source>Forward; nose down in the air</source>
        <translation>Vorwärts; in der Luft Nase nach unten</translation>
    </message>
    <message>
        <source>Reverse; nose up in the air</source>
        <translation>Rückwärts; in der Luft Nase nach oben</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>Links</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>Rechts</translation>
    </message>
    <message>
        <source>Jump (with a direction: dodge)</source>
        <translation>Springen; mit Richtung: Rolle</translation>
    </message>
    <message>
        <source>Boost</source>
        <translation>Boost</translation>
    </message>
    <message>
        <source>Power slide</source>
        <translation>Powerslide</translation>
    </message>
    <message>
        <source>Air roll, with left and right</source>
        <translation>Luftrolle, mit links und rechts</translation>
    </message>
    <message>
        <source>Air roll left</source>
        <translation>Luftrolle links</translation>
    </message>
    <message>
        <source>Air roll right</source>
        <translation>Luftrolle rechts</translation>
    </message>
    <message>
        <source>Ball camera</source>
        <translation>Ballkamera</translation>
    </message>
    <message>
        <source>Left mouse button</source>
        <translation>Linke Maustaste</translation>
    </message>
    <message>
        <source>Right mouse button</source>
        <translation>Rechte Maustaste</translation>
    </message>
    <message>
        <source>Middle mouse button</source>
        <translation>Mittlere Maustaste</translation>
    </message>
</context>
<context>
    <name>DriveController</name>
    <message>
        <source>A match is running.</source>
        <translation>Ein Spiel läuft.</translation>
    </message>
    <message>
        <source>In lockstep the match runs as fast as it can. Choose real time to drive.</source>
        <translation>Im Lockstep läuft das Spiel so schnell wie möglich. Wähl zum Fahren Echtzeit.</translation>
    </message>
    <message>
        <source>You drive in the game&apos;s own window</source>
        <translation>Du fährst im Fenster des Spiels</translation>
    </message>
</context>
<context>
    <name>DriveKeysDialog</name>
    <message>
        <source>Keys for driving</source>
        <translation>Tasten zum Fahren</translation>
    </message>
    <message>
        <source>at once</source>
        <translation>sofort</translation>
    </message>
    <message>
        <source>Time until steering by key reaches full lock</source>
        <translation>Zeit, bis eine Lenktaste voll einschlägt</translation>
    </message>
    <message>
        <source>Restore defaults</source>
        <translation>Zurücksetzen</translation>
    </message>
    <message>
        <source>Use the default keys of Rocket League</source>
        <translation>Die üblichen Tasten von Rocket League verwenden</translation>
    </message>
    <message>
        <source>Click a key to change it; Delete removes it. Esc ends driving.</source>
        <translation>Klick auf eine Taste, um sie zu ändern; Entf entfernt sie. Esc beendet das Fahren.</translation>
    </message>
    <message>
        <source>Full lock after</source>
        <translation>Voller Einschlag nach</translation>
    </message>
    <message>
        <source>Also: {0}</source>
        <translation>Auch: {0}</translation>
    </message>
</context>
<context>
    <name>DriveOverlay</name>
    <message>
        <source>Driving</source>
        <translation>Fahren</translation>
    </message>
    <message>
        <source>Drive your car</source>
        <translation>Eigenes Auto fahren</translation>
    </message>
    <message>
        <source>Drive ({0})</source>
        <translation>Fahren ({0})</translation>
    </message>
    <message>
        <source>Stop driving (Esc)</source>
        <translation>Fahren beenden (Esc)</translation>
    </message>
    <message>
        <source>Gamepad: {0}</source>
        <translation>Gamepad: {0}</translation>
    </message>
    <message>
        <source>{0}: drive · {1}: boost · {2}: jump · {3}: slide · {4}: ball camera</source>
        <translation>{0}: fahren · {1}: Boost · {2}: springen · {3}: driften · {4}: Ballkamera</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>Click here to go on driving</source>
        <translation>Hier klicken, um weiterzufahren</translation>
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
        <source>Add a Psyonix bot</source>
        <translation>Psyonix-Bot hinzufügen</translation>
    </message>
    <message>
        <source>Add a human player</source>
        <translation>Menschlichen Spieler hinzufügen</translation>
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
        <source>Replace {car} with {other}</source>
        <translation>{car} durch {other} ersetzen</translation>
    </message>
    <message>
        <source>Make {car} a Psyonix bot</source>
        <translation>{car} zum Psyonix-Bot machen</translation>
    </message>
    <message>
        <source>Make {car} a human player</source>
        <translation>{car} zum menschlichen Spieler machen</translation>
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
        <source>Change the loadout of {car}</source>
        <translation>Ausstattung von {car} ändern</translation>
    </message>
    <message>
        <source>Change how {car} starts</source>
        <translation>Start von {car} ändern</translation>
    </message>
    <message>
        <source>Change the skill of {car}</source>
        <translation>Können von {car} ändern</translation>
    </message>
    <message>
        <source>Remove script</source>
        <translation>Skript entfernen</translation>
    </message>
    <message>
        <source>Change how a script starts</source>
        <translation>Start eines Skripts ändern</translation>
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
        <source>Removed {0} of unused packages.</source>
        <translation>{0} an unbenutzten Paketen entfernt.</translation>
    </message>
    <message>
        <source>Some packages could not be removed. {0}</source>
        <translation>Einige Pakete konnten nicht entfernt werden. {0}</translation>
    </message>
    <message>
        <source>Choose RLBotServer</source>
        <translation>RLBotServer wählen</translation>
    </message>
</context>
<context>
    <name>EnvironmentDialog</name>
    <message>
        <source>Environment</source>
        <translation>Umgebung</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>Zusammenfassung</translation>
    </message>
    <message>
        <source>Copy the list for a report, without names or paths of yours</source>
        <translation>Liste für einen Bericht kopieren, ohne deine Namen und Pfade</translation>
    </message>
    <message>
        <source>Copy report</source>
        <translation>Bericht kopieren</translation>
    </message>
    <message>
        <source>Check again</source>
        <translation>Erneut prüfen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Choose …</source>
        <translation>Wählen …</translation>
    </message>
    <message>
        <source>Choose RLBotServer</source>
        <translation>RLBotServer wählen</translation>
    </message>
    <message>
        <source>looked for in the usual places</source>
        <translation>wird an den üblichen Orten gesucht</translation>
    </message>
    <message>
        <source>Program of RLBotServer</source>
        <translation>Programm von RLBotServer</translation>
    </message>
    <message>
        <source>Command that starts Rocket League; {arguments} stands for the game&apos;s arguments</source>
        <translation>Befehl, der Rocket League startet; {arguments} steht für die Argumente des Spiels</translation>
    </message>
    <message>
        <source>the store that has installed it</source>
        <translation>der Store, der es installiert hat</translation>
    </message>
    <message>
        <source>Who starts Rocket League</source>
        <translation>Wer Rocket League startet</translation>
    </message>
    <message>
        <source>RLBotServer</source>
        <translation>RLBotServer</translation>
    </message>
    <message>
        <source>Always Kickabout</source>
        <translation>Immer Kickabout</translation>
    </message>
    <message>
        <source>The program that started RLBotServer</source>
        <translation>Das Programm, das RLBotServer gestartet hat</translation>
    </message>
    <message>
        <source>Start Rocket League with anti-cheat</source>
        <translation>Rocket League mit Anti-Cheat starten</translation>
    </message>
    <message>
        <source>Checking …</source>
        <translation>Wird geprüft …</translation>
    </message>
    <message>
        <source>Matches can be played.</source>
        <translation>Spiele können gespielt werden.</translation>
    </message>
    <message>
        <source>No match can be played until this is fixed.</source>
        <translation>Kein Spiel kann gespielt werden, bis das behoben ist.</translation>
    </message>
    <message>
        <source>Fix: {0}</source>
        <translation>Abhilfe: {0}</translation>
    </message>
    <message>
        <source>Good</source>
        <translation>Gut</translation>
    </message>
    <message>
        <source>For information</source>
        <translation>Zur Information</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>Missing</source>
        <translation>Fehlt</translation>
    </message>
    <message>
        <source>Choose RLBotServer …</source>
        <translation>RLBotServer wählen …</translation>
    </message>
    <message>
        <source>Choose its program</source>
        <translation>Sein Programm wählen</translation>
    </message>
    <message>
        <source>Download RLBotServer …</source>
        <translation>RLBotServer herunterladen …</translation>
    </message>
    <message>
        <source>Find the newest version; downloads nothing yet</source>
        <translation>Neueste Version suchen; lädt noch nichts herunter</translation>
    </message>
    <message>
        <source>Stop server</source>
        <translation>Server stoppen</translation>
    </message>
    <message>
        <source>End the RLBotServer that Kickabout has started</source>
        <translation>Den RLBotServer beenden, den Kickabout gestartet hat</translation>
    </message>
    <message>
        <source>Start of Rocket League</source>
        <translation>Start von Rocket League</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Started by</source>
        <translation>Gestartet von</translation>
    </message>
</context>
<context>
    <name>ExportController</name>
    <message>
        <source>There are no curves yet. Start a match first.</source>
        <translation>Es gibt noch keine Kurven. Starte erst ein Spiel.</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>Drawing</source>
        <translation>Zeichnung</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Save the plots</source>
        <translation>Kurven speichern</translation>
    </message>
    <message>
        <source>{path} could not be saved: {reason}.</source>
        <translation>{path} ließ sich nicht speichern: {reason}.</translation>
    </message>
    <message>
        <source>Saved: {0}</source>
        <translation>Gespeichert: {0}</translation>
    </message>
</context>
<context>
    <name>FeedController</name>
    <message>
        <source>{0} older messages were left out: they came too fast.</source>
        <translation>{0} ältere Nachrichten fehlen: Sie kamen zu schnell.</translation>
    </message>
    <message>
        <source>{0} (to the team)</source>
        <translation>{0} (an das Team)</translation>
    </message>
    <message>
        <source>Another program</source>
        <translation>Ein anderes Programm</translation>
    </message>
    <message>
        <source>Save by {0}</source>
        <translation>Parade von {0}</translation>
    </message>
    <message>
        <source>{0} restarts.</source>
        <translation>{0} startet neu.</translation>
    </message>
    <message>
        <source>{0} plays version {1} ({2})</source>
        <translation>{0} spielt Version {1} ({2})</translation>
    </message>
    <message>
        <source>on request</source>
        <translation>auf Wunsch</translation>
    </message>
    <message>
        <source>{0}: new version rejected.</source>
        <translation>{0}: Neue Version abgelehnt.</translation>
    </message>
    <message>
        <source>{0} plays version {1} again.</source>
        <translation>{0} spielt wieder Version {1}.</translation>
    </message>
</context>
<context>
    <name>FeedModel</name>
    <message>
        <source>Game time since the start: {0}</source>
        <translation>Spielzeit seit Beginn: {0}</translation>
    </message>
    <message>
        <source>{0}; {1} times, the last at {2}</source>
        <translation>{0}; {1}-mal, zuletzt bei {2}</translation>
    </message>
</context>
<context>
    <name>FeedPanel</name>
    <message>
        <source>Kinds of entries</source>
        <translation>Arten von Einträgen</translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>Alles</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>Chat</translation>
    </message>
    <message>
        <source>Goals and saves</source>
        <translation>Tore und Paraden</translation>
    </message>
    <message>
        <source>Demolitions</source>
        <translation>Zerstörungen</translation>
    </message>
    <message>
        <source>Crashes, restarts, new versions</source>
        <translation>Abstürze, Neustarts, neue Versionen</translation>
    </message>
    <message>
        <source>Car or agent</source>
        <translation>Auto oder Bot</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Show only entries with this text</source>
        <translation>Nur Einträge mit diesem Text zeigen</translation>
    </message>
    <message>
        <source>Chat and events of the match</source>
        <translation>Chat und Ereignisse des Spiels</translation>
    </message>
    <message>
        <source>Chat, goals, saves, demolitions, crashes and new versions appear here.</source>
        <translation>Chat, Tore, Paraden, Zerstörungen, Abstürze und neue Versionen erscheinen hier.</translation>
    </message>
    <message>
        <source>All cars and agents</source>
        <translation>Alle Autos und Bots</translation>
    </message>
</context>
<context>
    <name>FileOpener</name>
    <message>
        <source>No program is set up to open the folder {path}.</source>
        <translation>Für den Ordner {path} ist kein Programm eingerichtet.</translation>
    </message>
    <message>
        <source>File not found: {path}</source>
        <translation>Datei nicht gefunden: {path}</translation>
    </message>
    <message>
        <source>Not a web address: {address}</source>
        <translation>Keine Webadresse: {address}</translation>
    </message>
    <message>
        <source>No program is set up to open {path}.</source>
        <translation>Für {path} ist kein Programm eingerichtet.</translation>
    </message>
    <message>
        <source>Choose your editor in the settings to open {file}.</source>
        <translation>Wähle in den Einstellungen deinen Editor, um {file} zu öffnen.</translation>
    </message>
    <message>
        <source>No program is set up to open {path}. Choose your editor in the settings.</source>
        <translation>Für {path} ist kein Programm eingerichtet. Wähle deinen Editor in den Einstellungen.</translation>
    </message>
    <message>
        <source>The editor does not start: {command}. Correct its command in the settings.</source>
        <translation>Der Editor startet nicht: {command}. Berichtige den Befehl in den Einstellungen.</translation>
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
        <source>Kind of entries to show</source>
        <translation>Art der gezeigten Einträge</translation>
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
        <source>Sort by</source>
        <translation>Sortieren nach</translation>
    </message>
    <message>
        <source>Sort order</source>
        <translation>Sortierung</translation>
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
        <source>Filter: {selection}</source>
        <translation>Filter: {selection}</translation>
    </message>
</context>
<context>
    <name>FolderPage</name>
    <message>
        <source>Library folders</source>
        <translation>Bibliotheksordner</translation>
    </message>
    <message>
        <source>Add a folder …</source>
        <translation>Ordner hinzufügen …</translation>
    </message>
    <message>
        <source>Choose a folder that contains bots</source>
        <translation>Einen Ordner mit Bots wählen</translation>
    </message>
    <message>
        <source>Bot packs …</source>
        <translation>Bot-Pakete …</translation>
    </message>
    <message>
        <source>Download and update bot packs</source>
        <translation>Bot-Pakete herunterladen und aktualisieren</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Remove the folder from the library; its files are kept (Del)</source>
        <translation>Ordner aus der Bibliothek entfernen; seine Dateien bleiben (Entf)</translation>
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
        <source>and {count} more</source>
        <translation>und {count} weitere</translation>
    </message>
    <message>
        <source>Press Space to show it again.</source>
        <translation>Mit der Leertaste wieder einblenden.</translation>
    </message>
    <message>
        <source>Press Space to hide it.</source>
        <translation>Mit der Leertaste ausblenden.</translation>
    </message>
    <message>
        <source>hidden, not scanned</source>
        <translation>ausgeblendet, wird nicht durchsucht</translation>
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
        <source>warnings: {count}</source>
        <translation>Warnungen: {count}</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>These folders and their subfolders are searched for bots, hiveminds and scripts.</source>
        <translation>In diesen Ordnern und ihren Unterordnern wird nach Bots, Hiveminds und Skripten gesucht.</translation>
    </message>
    <message>
        <source>Unticked folders are hidden</source>
        <translation>Ordner ohne Häkchen sind ausgeblendet</translation>
    </message>
</context>
<context>
    <name>GameChooser</name>
    <message>
        <source>Game</source>
        <translation>Spielort</translation>
    </message>
    <message>
        <source>Game: {0}</source>
        <translation>Spielort: {0}</translation>
    </message>
    <message>
        <source>Match speed</source>
        <translation>Spieltempo</translation>
    </message>
    <message>
        <source>Speed: {0}</source>
        <translation>Tempo: {0}</translation>
    </message>
    <message>
        <source>As fast as possible</source>
        <translation>So schnell wie möglich</translation>
    </message>
    <message>
        <source>Address of the server</source>
        <translation>Adresse des Servers</translation>
    </message>
    <message>
        <source>Match speed; can be changed while the match runs</source>
        <translation>Spieltempo; auch während des Spiels änderbar</translation>
    </message>
    <message>
        <source>Address and port of the server, such as {0}</source>
        <translation>Adresse und Port des Servers, etwa {0}</translation>
    </message>
    <message>
        <source>The game cannot be changed while a match is running</source>
        <translation>Solange ein Spiel läuft, lässt sich das nicht ändern</translation>
    </message>
    <message>
        <source>Real time</source>
        <translation>Echtzeit</translation>
    </message>
</context>
<context>
    <name>HeaderBar</name>
    <message>
        <source>System</source>
        <translation>System</translation>
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
        <source>New match</source>
        <translation>Neues Spiel</translation>
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
        <translation>Design</translation>
    </message>
    <message>
        <source>Choose the theme</source>
        <translation>Design wählen</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Training runs</source>
        <translation>Trainingsläufe</translation>
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
        <source>unsaved changes</source>
        <translation>ungespeicherte Änderungen</translation>
    </message>
    <message>
        <source>saved</source>
        <translation>gespeichert</translation>
    </message>
    <message>
        <source>No unsaved changes</source>
        <translation>Keine ungespeicherten Änderungen</translation>
    </message>
    <message>
        <source>No recent matches</source>
        <translation>Keine zuletzt geöffneten Spiele</translation>
    </message>
    <message>
        <source>A training run is running.</source>
        <translation>Ein Trainingslauf läuft.</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>Beispiele</translation>
    </message>
    <message>
        <source>Open example: {name}</source>
        <translation>Beispiel öffnen: {name}</translation>
    </message>
    <message>
        <source>Open a match ({keys}); recent matches: {more}</source>
        <translation>Spiel öffnen ({keys}); zuletzt geöffnete: {more}</translation>
    </message>
    <message>
        <source>Save as …</source>
        <translation>Speichern unter …</translation>
    </message>
    <message>
        <source>The match cannot be edited while it is running.</source>
        <translation>Das Spiel lässt sich nicht ändern, während es läuft.</translation>
    </message>
</context>
<context>
    <name>HintBox</name>
    <message>
        <source>No matching entries</source>
        <translation>Keine passenden Einträge</translation>
    </message>
    <message>
        <source>Hidden folders are not searched.</source>
        <translation>Verborgene Ordner werden nicht durchsucht.</translation>
    </message>
    <message>
        <source>Clear filters</source>
        <translation>Filter zurücksetzen</translation>
    </message>
    <message>
        <source>The visible folders contain no bots.</source>
        <translation>Die sichtbaren Ordner enthalten keine Bots.</translation>
    </message>
    <message>
        <source>Show the folders</source>
        <translation>Ordner zeigen</translation>
    </message>
    <message>
        <source>Drop your bots folder here, or choose it. Nothing in it is executed.</source>
        <translation>Zieh deinen Ordner mit Bots hierher oder wähle ihn. Nichts darin wird ausgeführt.</translation>
    </message>
    <message>
        <source>Add a folder …</source>
        <translation>Ordner hinzufügen …</translation>
    </message>
</context>
<context>
    <name>Incoming</name>
    <message>
        <source>Cannot open {names}. You can drop bots, matches, archives of bots, situations and training runs.</source>
        <translation>{names} nicht verwendbar: Zieh Bots, Spiele, Archive mit Bots, Situationen oder Trainingsläufe hierher.</translation>
    </message>
    <message>
        <source>A match is running; open the files when it is over.</source>
        <translation>Ein Spiel läuft; öffne die Dateien, wenn es vorbei ist.</translation>
    </message>
    <message>
        <source>Added to the match: {names}.</source>
        <translation>Zum Spiel hinzugefügt: {names}.</translation>
    </message>
    <message>
        <source>The folder {path} contains no bot.toml.</source>
        <translation>Der Ordner {path} enthält keine bot.toml.</translation>
    </message>
    <message>
        <source>The folder {path} contains several bots. Choose the folder of one of them.</source>
        <translation>Der Ordner {path} enthält mehrere Bots: Gib den Ordner eines Bots an.</translation>
    </message>
    <message>
        <source>{path} cannot be opened.</source>
        <translation>{path} kann nicht geöffnet werden.</translation>
    </message>
    <message>
        <source>File not found: {path}</source>
        <translation>Datei nicht gefunden: {path}</translation>
    </message>
    <message>
        <source>Only one match can be open at a time. Choose one match file and any number of bots.</source>
        <translation>Es kann nur ein Spiel offen sein: Gib eine Spieldatei an und beliebig viele Bots.</translation>
    </message>
    <message>
        <source>Only one training run can be open at a time. Choose one run file.</source>
        <translation>Nur ein Trainingslauf kann offen sein: Gib eine Laufdatei an.</translation>
    </message>
</context>
<context>
    <name>Inspector</name>
    <message>
        <source>Ball or car to change</source>
        <translation>Ball oder Auto, das geändert wird</translation>
    </message>
    <message>
        <source>Position</source>
        <translation>Position</translation>
    </message>
    <message>
        <source>uu</source>
        <translation>uu</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>uu/s</source>
        <translation>uu/s</translation>
    </message>
    <message>
        <source>Rotation</source>
        <translation>Drehung</translation>
    </message>
    <message>
        <source>degrees</source>
        <translation>Grad</translation>
    </message>
    <message>
        <source>pitch</source>
        <translation>Nicken</translation>
    </message>
    <message>
        <source>yaw</source>
        <translation>Gieren</translation>
    </message>
    <message>
        <source>roll</source>
        <translation>Rollen</translation>
    </message>
    <message>
        <source>Spin</source>
        <translation>Drehtempo</translation>
    </message>
    <message>
        <source>rad/s</source>
        <translation>rad/s</translation>
    </message>
    <message>
        <source>Boost (0 to 100)</source>
        <translation>Boost (0 bis 100)</translation>
    </message>
    <message>
        <source>Boost</source>
        <translation>Boost</translation>
    </message>
    <message>
        <source>Ball</source>
        <translation>Ball</translation>
    </message>
</context>
<context>
    <name>KeyButton</name>
    <message>
        <source>Press a key …</source>
        <translation>Taste drücken …</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
</context>
<context>
    <name>KeyController</name>
    <message>
        <source>Welcome to Kickabout. An example match is open: press Start to play it. To play your own bot, drop its folder on a team. {0} finds every command.</source>
        <translation>Willkommen bei Kickabout. Ein Beispielspiel ist offen: Drück Start, um es zu spielen. Um deinen eigenen Bot spielen zu lassen, zieh seinen Ordner auf ein Team. {0} findet jeden Befehl.</translation>
    </message>
    <message>
        <source>Show keyboard shortcuts ({0})</source>
        <translation>Tastenkürzel zeigen ({0})</translation>
    </message>
</context>
<context>
    <name>KeyOverview</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Load the chosen situation into the match</source>
        <translation>Gewählte Situation ins Spiel laden</translation>
    </message>
    <message>
        <source>In the sandbox</source>
        <translation>In der Sandbox</translation>
    </message>
    <message>
        <source>In the arena, while driving; the settings list the other keys</source>
        <translation>In der Arena, beim Fahren; die übrigen Tasten nennen die Einstellungen</translation>
    </message>
    <message>
        <source>Stop driving</source>
        <translation>Fahren beenden</translation>
    </message>
    <message>
        <source>Search shortcuts and commands</source>
        <translation>Tastenkürzel und Befehle suchen</translation>
    </message>
    <message>
        <source>Commands and their shortcuts</source>
        <translation>Befehle und ihre Tastenkürzel</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Shortcut</source>
        <translation>Tastenkürzel</translation>
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
        <source>Show or hide a folder</source>
        <translation>Einen Ordner ein- oder ausblenden</translation>
    </message>
    <message>
        <source>Remove the folder from the library</source>
        <translation>Den Ordner aus der Bibliothek entfernen</translation>
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
        <source>Clear the search</source>
        <translation>Suche leeren</translation>
    </message>
    <message>
        <source>Reset a setting</source>
        <translation>Eine Einstellung zurücksetzen</translation>
    </message>
    <message>
        <source>On a script</source>
        <translation>Auf einem Skript</translation>
    </message>
    <message>
        <source>In the name of a preset</source>
        <translation>Im Namen einer Voreinstellung</translation>
    </message>
    <message>
        <source>Save the preset</source>
        <translation>Voreinstellung speichern</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>In the problems</source>
        <translation>In den Problemen</translation>
    </message>
    <message>
        <source>Open a problem&apos;s location</source>
        <translation>Stelle eines Problems öffnen</translation>
    </message>
    <message>
        <source>In the notices</source>
        <translation>In den Meldungen</translation>
    </message>
    <message>
        <source>Run the notice&apos;s action</source>
        <translation>Aktion der Meldung ausführen</translation>
    </message>
    <message>
        <source>In the game console</source>
        <translation>In der Befehlszeile des Spiels</translation>
    </message>
    <message>
        <source>Send the command</source>
        <translation>Den Befehl senden</translation>
    </message>
    <message>
        <source>Previous and next command</source>
        <translation>Voriger und nächster Befehl</translation>
    </message>
    <message>
        <source>Clear the line</source>
        <translation>Zeile leeren</translation>
    </message>
    <message>
        <source>In the command palette</source>
        <translation>In der Befehlspalette</translation>
    </message>
    <message>
        <source>Move through the list</source>
        <translation>In der Liste blättern</translation>
    </message>
    <message>
        <source>Move a page</source>
        <translation>Seitenweise blättern</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Ausführen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>All actions</source>
        <translation>Alle Aktionen</translation>
    </message>
    <message>
        <source>In the plots</source>
        <translation>In den Kurven</translation>
    </message>
    <message>
        <source>Move the cursor</source>
        <translation>Zeitmarke bewegen</translation>
    </message>
    <message>
        <source>Go to the previous or next event</source>
        <translation>Zum vorigen oder nächsten Ereignis</translation>
    </message>
    <message>
        <source>Show the values of another axis</source>
        <translation>Werte einer anderen Achse zeigen</translation>
    </message>
    <message>
        <source>Show the moment at the cursor in log and arena</source>
        <translation>Moment der Zeitmarke in Protokoll und Arena zeigen</translation>
    </message>
    <message>
        <source>Move along the time axis</source>
        <translation>Entlang der Zeitachse bewegen</translation>
    </message>
    <message>
        <source>Zoom in and out</source>
        <translation>Vergrößern und verkleinern</translation>
    </message>
    <message>
        <source>Show the newest values</source>
        <translation>Neueste Werte zeigen</translation>
    </message>
    <message>
        <source>Show only these curves, or all again</source>
        <translation>Nur diese Kurven zeigen, oder wieder alle</translation>
    </message>
    <message>
        <source>In the legend of the plots</source>
        <translation>In der Legende der Kurven</translation>
    </message>
    <message>
        <source>In the feed</source>
        <translation>Im Ticker</translation>
    </message>
    <message>
        <source>Show the moment in log and arena</source>
        <translation>Moment in Protokoll und Arena zeigen</translation>
    </message>
    <message>
        <source>Copy the selected entries</source>
        <translation>Gewählte Einträge kopieren</translation>
    </message>
    <message>
        <source>In the arena</source>
        <translation>In der Arena</translation>
    </message>
    <message>
        <source>Camera: {0}</source>
        <translation>Kamera: {0}</translation>
    </message>
    <message>
        <source>Follow the next car</source>
        <translation>Dem nächsten Auto folgen</translation>
    </message>
    <message>
        <source>Follow the previous car</source>
        <translation>Dem vorigen Auto folgen</translation>
    </message>
    <message>
        <source>Camera closer or farther away</source>
        <translation>Kamera näher oder weiter weg</translation>
    </message>
    <message>
        <source>Turn the free camera</source>
        <translation>Freie Kamera drehen</translation>
    </message>
    <message>
        <source>Move the free camera</source>
        <translation>Freie Kamera bewegen</translation>
    </message>
    <message>
        <source>Skip a replay</source>
        <translation>Wiederholung überspringen</translation>
    </message>
    <message>
        <source>Close the result of the match</source>
        <translation>Ergebnis des Spiels schließen</translation>
    </message>
    <message>
        <source>In the arena, while moving cars and ball</source>
        <translation>In der Arena, beim Versetzen</translation>
    </message>
    <message>
        <source>Select the next or previous car or ball</source>
        <translation>Nächstes oder voriges Auto oder den Ball wählen</translation>
    </message>
    <message>
        <source>Move it</source>
        <translation>Bewegen</translation>
    </message>
    <message>
        <source>Move it in small steps</source>
        <translation>In kleinen Schritten bewegen</translation>
    </message>
    <message>
        <source>Turn a car</source>
        <translation>Auto drehen</translation>
    </message>
    <message>
        <source>Drop it</source>
        <translation>Absetzen</translation>
    </message>
    <message>
        <source>Throw it</source>
        <translation>Werfen</translation>
    </message>
    <message>
        <source>Cancel the move</source>
        <translation>Versetzen abbrechen</translation>
    </message>
    <message>
        <source>How to debug a bot</source>
        <translation>So wird ein Bot debuggt</translation>
    </message>
    <message>
        <source>Next and previous match</source>
        <translation>Nächste und vorige Fundstelle</translation>
    </message>
    <message>
        <source>Close what is open; leave the full-screen arena</source>
        <translation>Offenes schließen; die Einzelansicht der Arena verlassen</translation>
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
        <translation>Bots</translation>
    </message>
</context>
<context>
    <name>LeftoverController</name>
    <message>
        <source>A process of an earlier run is still running: {0}.</source>
        <translation>Ein Prozess eines früheren Laufs läuft noch: {0}.</translation>
    </message>
    <message>
        <source>End process</source>
        <translation>Prozess beenden</translation>
    </message>
    <message numerus="yes">
        <source>%n processes of an earlier run are still running: {0}.</source>
        <translation>
            <numerusform>%n Prozess eines früheren Laufs läuft noch: {0}.</numerusform>
            <numerusform>%n Prozesse eines früheren Laufs laufen noch: {0}.</numerusform>
        </translation>
    </message>
    <message>
        <source>End processes</source>
        <translation>Prozesse beenden</translation>
    </message>
    <message>
        <source>These processes could not be ended: {0}.</source>
        <translation>Diese Prozesse ließen sich nicht beenden: {0}.</translation>
    </message>
    <message>
        <source>Processes of an earlier run were ended.</source>
        <translation>Prozesse eines früheren Laufs wurden beendet.</translation>
    </message>
</context>
<context>
    <name>Legend</name>
    <message>
        <source>Legend</source>
        <translation>Legende</translation>
    </message>
    <message>
        <source>Click a name to show only its curves; click it again to show all</source>
        <translation>Klick auf einen Namen zeigt nur seine Kurven, ein zweiter Klick wieder alle</translation>
    </message>
    <message>
        <source>Curve</source>
        <translation>Kurve</translation>
    </message>
</context>
<context>
    <name>Library</name>
    <message>
        <source>{digest}, changed {when}</source>
        <translation>{digest}, geändert {when}</translation>
    </message>
    <message>
        <source>More files are not shown.</source>
        <translation>Weitere Dateien werden nicht gezeigt.</translation>
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
        <translation>Benötigt</translation>
    </message>
    <message>
        <source>Supports</source>
        <translation>Unterstützt</translation>
    </message>
    <message>
        <source>Provides</source>
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
        <source>no script in the library provides it</source>
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
        <source>All entries of the library</source>
        <translation>Alle Einträge der Bibliothek</translation>
    </message>
    <message>
        <source>Only entries marked with a star</source>
        <translation>Nur Einträge mit Stern</translation>
    </message>
    <message>
        <source>Recently played, latest first</source>
        <translation>Zuletzt gespielte, neueste zuerst</translation>
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
        <source>Matches do not support this kind yet.</source>
        <translation>Spiele unterstützen diese Art noch nicht.</translation>
    </message>
</context>
<context>
    <name>LibraryController</name>
    <message>
        <source>{path} is not a folder.</source>
        <translation>{path} ist kein Ordner.</translation>
    </message>
    <message>
        <source>{path} is already in the library.</source>
        <translation>{path} ist schon in der Bibliothek.</translation>
    </message>
    <message>
        <source>Added to the library: {path}</source>
        <translation>Zur Bibliothek hinzugefügt: {path}</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>Beispiele</translation>
    </message>
    <message>
        <source>Add a bots folder</source>
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
        <source>Library folders</source>
        <translation>Bibliotheksordner</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>Aktualisieren</translation>
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
        <source>Teams recommended by bot packs</source>
        <translation>Von Bot-Paketen empfohlene Teams</translation>
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
        <source>Library folders</source>
        <translation>Bibliotheksordner</translation>
    </message>
    <message>
        <source>Bot packs</source>
        <translation>Bot-Pakete</translation>
    </message>
    <message>
        <source>Recommended teams</source>
        <translation>Empfohlene Teams</translation>
    </message>
    <message>
        <source>Refresh the library</source>
        <translation>Bibliothek aktualisieren</translation>
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
        <source>Play against it</source>
        <translation>Dagegen spielen</translation>
    </message>
    <message>
        <source>Favourite</source>
        <translation>Favorit</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>Ordner öffnen</translation>
    </message>
    <message>
        <source>Open in editor</source>
        <translation>Im Editor öffnen</translation>
    </message>
    <message>
        <source>Open configuration file</source>
        <translation>Konfigurationsdatei öffnen</translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation>Pfad kopieren</translation>
    </message>
</context>
<context>
    <name>LineLog</name>
    <message>
        <source>Log of the run</source>
        <translation>Protokoll des Laufs</translation>
    </message>
</context>
<context>
    <name>LiveView</name>
    <message>
        <source>Arena to watch</source>
        <translation>Arena zum Zuschauen</translation>
    </message>
    <message>
        <source>Real time</source>
        <translation>Echtzeit</translation>
    </message>
    <message>
        <source>Show the present policy in an arena of its own, at the speed of the game</source>
        <translation>Aktuelle Strategie in einer eigenen Arena im Tempo des Spiels zeigen</translation>
    </message>
    <message>
        <source>Full speed</source>
        <translation>Volles Tempo</translation>
    </message>
    <message>
        <source>Show the present policy in an arena of its own, as fast as possible</source>
        <translation>Aktuelle Strategie in einer eigenen Arena so schnell wie möglich zeigen</translation>
    </message>
    <message>
        <source>Live</source>
        <translation>Live</translation>
    </message>
    <message>
        <source>Arena {0}</source>
        <translation>Arena {0}</translation>
    </message>
    <message>
        <source>Waiting for the first frame …</source>
        <translation>Warte auf das erste Bild …</translation>
    </message>
    <message>
        <source>Start the run to watch one of its arenas.</source>
        <translation>Starte den Lauf, um eine seiner Arenen zu sehen.</translation>
    </message>
    <message>
        <source>policy {0}</source>
        <translation>Strategie {0}</translation>
    </message>
</context>
<context>
    <name>LogPanel</name>
    <message>
        <source>Log to show</source>
        <translation>Gezeigtes Protokoll</translation>
    </message>
    <message>
        <source>Log to show; clicking a card selects it too</source>
        <translation>Gezeigtes Protokoll; ein Klick auf eine Karte wählt es auch</translation>
    </message>
    <message>
        <source>Minimum level</source>
        <translation>Mindeststufe</translation>
    </message>
    <message>
        <source>All lines</source>
        <translation>Alle Zeilen</translation>
    </message>
    <message>
        <source>No debug lines</source>
        <translation>Ohne Debug-Zeilen</translation>
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
        <source>Scroll to new lines</source>
        <translation>Zu neuen Zeilen scrollen</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy the selected lines, or all shown lines</source>
        <translation>Ausgewählte oder alle gezeigten Zeilen kopieren</translation>
    </message>
    <message>
        <source>Copy report</source>
        <translation>Bericht kopieren</translation>
    </message>
    <message>
        <source>Copy versions, match, agents and their last log lines; your user name is removed from paths</source>
        <translation>Versionen, Spiel, Bots und ihre letzten Zeilen kopieren; dein Benutzername wird aus Pfaden entfernt</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Find this text; Enter for next, Shift+Enter for previous</source>
        <translation>Diesen Text suchen; Enter für weiter, Umschalt+Enter für zurück</translation>
    </message>
    <message>
        <source>Show filter and search</source>
        <translation>Filter und Suche zeigen</translation>
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
        <source>Show the game console</source>
        <translation>Befehlszeile des Spiels zeigen</translation>
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
        <source>Feed</source>
        <translation>Ticker</translation>
    </message>
    <message>
        <source>Notices</source>
        <translation>Meldungen</translation>
    </message>
    <message>
        <source>Sandbox</source>
        <translation>Sandbox</translation>
    </message>
</context>
<context>
    <name>MarkKey</name>
    <message>
        <source>Goal</source>
        <translation>Tor</translation>
    </message>
    <message>
        <source>Demolition</source>
        <translation>Zerstörung</translation>
    </message>
    <message>
        <source>Swap</source>
        <translation>Austausch</translation>
    </message>
    <message>
        <source>Crash</source>
        <translation>Absturz</translation>
    </message>
    <message>
        <source>Late answers</source>
        <translation>Späte Antworten</translation>
    </message>
    <message>
        <source>Touch</source>
        <translation>Berührung</translation>
    </message>
    <message>
        <source>Events above the plots; the mouse over one says what happened</source>
        <translation>Ereignisse über den Kurven; die Maus über einem sagt, was geschah</translation>
    </message>
</context>
<context>
    <name>MatchNotices</name>
    <message>
        <source>Close it and start again</source>
        <translation>Schließen und neu starten</translation>
    </message>
    <message>
        <source>Show Environment</source>
        <translation>Umgebung zeigen</translation>
    </message>
    <message>
        <source>{0} changed on disk. Reload?</source>
        <translation>{0} wurde geändert. Neu laden?</translation>
    </message>
    <message>
        <source>{0} changed on disk ({1}). Reload?</source>
        <translation>{0} wurde geändert ({1}). Neu laden?</translation>
    </message>
    <message>
        <source>In this game, the car stands still until the bot has started again.</source>
        <translation>In diesem Spiel steht das Auto still, bis der Bot wieder gestartet ist.</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>Neu laden</translation>
    </message>
    <message>
        <source>Always</source>
        <translation>Immer</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>Jetzt nicht</translation>
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
        <source>{0}: change applied.</source>
        <translation>{0}: Änderung übernommen.</translation>
    </message>
    <message>
        <source>{0} plays version {1} again.</source>
        <translation>{0} spielt wieder Version {1}.</translation>
    </message>
    <message>
        <source>{0}: new version rejected.</source>
        <translation>{0}: Neue Version abgelehnt.</translation>
    </message>
    <message>
        <source>{0} restarts. {1}</source>
        <translation>{0} startet neu. {1}</translation>
    </message>
    <message>
        <source>{0} is out of the match. {1}</source>
        <translation>{0} ist ausgefallen. {1}</translation>
    </message>
    <message>
        <source>Show log</source>
        <translation>Protokoll zeigen</translation>
    </message>
    <message>
        <source>{0} draws, but drawing is not allowed for it.</source>
        <translation>{0} zeichnet, darf es aber nicht.</translation>
    </message>
    <message>
        <source>Allow drawing</source>
        <translation>Zeichnen erlauben</translation>
    </message>
</context>
<context>
    <name>MatchSession</name>
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
        <source>The match is already being stopped.</source>
        <translation>Das Spiel wird schon gestoppt.</translation>
    </message>
    <message>
        <source>No match is open.</source>
        <translation>Es ist kein Spiel offen.</translation>
    </message>
    <message>
        <source>The match has errors. See Problems.</source>
        <translation>Das Spiel hat Fehler. Siehe Probleme.</translation>
    </message>
    <message>
        <source>No cars. Drop a bot on a team first.</source>
        <translation>Keine Autos. Zieh erst einen Bot auf ein Team.</translation>
    </message>
</context>
<context>
    <name>MovableArena</name>
    <message>
        <source>Ball</source>
        <translation>Ball</translation>
    </message>
    <message>
        <source>{0} selected. Move it with the arrow keys.</source>
        <translation>{0} gewählt. Mit den Pfeiltasten bewegen.</translation>
    </message>
    <message>
        <source>{0} to {1}. Enter drops it there, Shift+Enter throws it.</source>
        <translation>{0} nach {1}. Eingabe setzt ab, Umschalt+Eingabe wirft.</translation>
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
        <source>Why it cannot be created</source>
        <translation>Warum er nicht angelegt werden kann</translation>
    </message>
    <message>
        <source>Create</source>
        <translation>Anlegen</translation>
    </message>
    <message>
        <source>Creates {place} from a working example.</source>
        <translation>Legt {place} aus einem lauffähigen Beispiel an.</translation>
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
    <name>NoticeHistory</name>
    <message>
        <source>No notices yet</source>
        <translation>Noch keine Meldungen</translation>
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
        <source>Fix</source>
        <translation>Beheben</translation>
    </message>
    <message>
        <source>Other action</source>
        <translation>Andere Aktion</translation>
    </message>
    <message>
        <source>Dismiss; the notice stays in the history</source>
        <translation>Schließen; die Meldung bleibt im Verlauf</translation>
    </message>
    <message>
        <source>Dismiss the notice</source>
        <translation>Meldung schließen</translation>
    </message>
</context>
<context>
    <name>OptionController</name>
    <message>
        <source>Maps ({0})</source>
        <translation>Karten ({0})</translation>
    </message>
    <message>
        <source>Choose a map</source>
        <translation>Karte wählen</translation>
    </message>
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
        <translation>Voreinstellung: {name}</translation>
    </message>
    <message>
        <source>Preset &apos;{name}&apos; updated.</source>
        <translation>Voreinstellung „{name}“ aktualisiert.</translation>
    </message>
    <message>
        <source>Preset &apos;{name}&apos; deleted.</source>
        <translation>Voreinstellung „{name}“ gelöscht.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>{option}: &apos;{typed}&apos; is not valid. Enter {numbers}.</source>
        <translation>{option}: „{typed}“ ist ungültig. Erlaubt: {numbers}.</translation>
    </message>
</context>
<context>
    <name>OptionPanel</name>
    <message>
        <source>Match settings</source>
        <translation>Spieleinstellungen</translation>
    </message>
    <message>
        <source>Settings are locked while a match is running.</source>
        <translation>Die Einstellungen sind gesperrt, solange ein Spiel läuft.</translation>
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
        <source>All settings are at their defaults.</source>
        <translation>Alle Einstellungen haben ihre Standardwerte.</translation>
    </message>
    <message>
        <source>No matching settings</source>
        <translation>Keine passenden Einstellungen</translation>
    </message>
    <message>
        <source>Search the settings</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Search match settings</source>
        <translation>Spieleinstellungen suchen</translation>
    </message>
    <message>
        <source>Search settings and their values ({keys})</source>
        <translation>Einstellungen und ihre Werte suchen ({keys})</translation>
    </message>
    <message>
        <source>Show only settings that differ from the default</source>
        <translation>Nur Einstellungen zeigen, die vom Standard abweichen</translation>
    </message>
    <message>
        <source>Show only changed settings</source>
        <translation>Nur geänderte Einstellungen zeigen</translation>
    </message>
    <message>
        <source>Reset all match settings</source>
        <translation>Alle Spieleinstellungen zurücksetzen</translation>
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
        <source>Changed; default: {value}</source>
        <translation>Geändert; Standard: {value}</translation>
    </message>
    <message>
        <source>not available in {game}</source>
        <translation>in {game} nicht verfügbar</translation>
    </message>
    <message>
        <source>no effect in {game}</source>
        <translation>ohne Wirkung in {game}</translation>
    </message>
    <message>
        <source>invalid value</source>
        <translation>ungültiger Wert</translation>
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
        <source>Match flow</source>
        <translation>Spielablauf</translation>
    </message>
    <message>
        <source>Bots and scripts</source>
        <translation>Bots und Skripte</translation>
    </message>
    <message>
        <source>Crashes and restarts</source>
        <translation>Abstürze und Neustarts</translation>
    </message>
    <message>
        <source>Rocket League</source>
        <translation>Rocket League</translation>
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
        <source>No restarts</source>
        <translation>Keine Neustarts</translation>
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
        <source>Default</source>
        <translation>Standard</translation>
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
        <source>Mode default</source>
        <translation>Standard des Modus</translation>
    </message>
    <message>
        <source>A single game</source>
        <translation>Eine einzelne Partie</translation>
    </message>
    <message>
        <source>Never reset</source>
        <translation>Nie zurückgesetzt</translation>
    </message>
    <message>
        <source>Until the next goal</source>
        <translation>Bis zum nächsten Tor</translation>
    </message>
    <message>
        <source>5 minutes, then first to score</source>
        <translation>5 Minuten, dann das erste Tor</translation>
    </message>
    <message>
        <source>5 minutes, then random</source>
        <translation>5 Minuten, dann Zufall</translation>
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
        <source>Same as gravity</source>
        <translation>Wie die Schwerkraft</translation>
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
        <source>3 seconds, cars keep their places after goals</source>
        <translation>3 Sekunden, Autos behalten nach Toren ihren Platz</translation>
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
        <source>Restart match</source>
        <translation>Spiel neu starten</translation>
    </message>
    <message>
        <source>Continue with these cars</source>
        <translation>Mit diesen Autos fortsetzen</translation>
    </message>
    <message>
        <source>Restart match if it differs</source>
        <translation>Spiel neu starten, wenn es abweicht</translation>
    </message>
    <message>
        <source>Off by default</source>
        <translation>Standardmäßig aus</translation>
    </message>
    <message>
        <source>Park its cars</source>
        <translation>Autos stehen lassen</translation>
    </message>
    <message>
        <source>The other team wins</source>
        <translation>Das andere Team gewinnt</translation>
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
        <source>Custom</source>
        <translation>Eigener</translation>
    </message>
    <message>
        <source>Already running</source>
        <translation>Läuft schon</translation>
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
        <source>Random</source>
        <translation>Zufällig</translation>
    </message>
    <message>
        <source>Choose a file …</source>
        <translation>Datei wählen …</translation>
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
        <translation>zufällige Karte</translation>
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
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
    <message>
        <source>Ask the pack&apos;s source again</source>
        <translation>Noch einmal bei der Quelle des Pakets nachsehen</translation>
    </message>
    <message>
        <source>Check for updates</source>
        <translation>Updates suchen</translation>
    </message>
    <message>
        <source>Ask the pack&apos;s source for its newest version</source>
        <translation>Die Quelle nach der neuesten Version fragen</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>Herunterladen</translation>
    </message>
    <message>
        <source>Download the version named above</source>
        <translation>Die oben genannte Version herunterladen</translation>
    </message>
    <message>
        <source>Unpack</source>
        <translation>Entpacken</translation>
    </message>
    <message>
        <source>Unpack the file; nothing in it is executed</source>
        <translation>Die Datei entpacken; nichts darin wird ausgeführt</translation>
    </message>
    <message>
        <source>Update</source>
        <translation>Aktualisieren</translation>
    </message>
    <message>
        <source>Replace the installed version</source>
        <translation>Die installierte Version ersetzen</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>Jetzt nicht</translation>
    </message>
    <message>
        <source>Keep the installed version</source>
        <translation>Die installierte Version behalten</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Cancel; nothing is changed</source>
        <translation>Abbrechen; nichts wird geändert</translation>
    </message>
    <message>
        <source>Repair</source>
        <translation>Reparieren</translation>
    </message>
    <message>
        <source>Find modified files; asks before restoring them</source>
        <translation>Geänderte Dateien finden; fragt vor dem Wiederherstellen</translation>
    </message>
    <message>
        <source>Delete pack</source>
        <translation>Paket löschen</translation>
    </message>
    <message>
        <source>Show in library</source>
        <translation>In Bibliothek aufnehmen</translation>
    </message>
    <message>
        <source>Delete its files; asks first if you changed or added some</source>
        <translation>Seine Dateien löschen; fragt vorher, wenn eigene darunter sind</translation>
    </message>
    <message>
        <source>Remove, keep my files</source>
        <translation>Löschen, eigene behalten</translation>
    </message>
    <message>
        <source>Delete the pack and keep a copy of your files</source>
        <translation>Das Paket löschen und eine Kopie deiner Dateien behalten</translation>
    </message>
    <message>
        <source>Remove everything</source>
        <translation>Alles löschen</translation>
    </message>
    <message>
        <source>Delete the pack and your files in it</source>
        <translation>Das Paket mit deinen Dateien löschen</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>Ordner öffnen</translation>
    </message>
    <message>
        <source>Show its files</source>
        <translation>Seine Dateien zeigen</translation>
    </message>
    <message>
        <source>Add its folder to the library</source>
        <translation>Seinen Ordner in die Bibliothek aufnehmen</translation>
    </message>
</context>
<context>
    <name>PackController</name>
    <message>
        <source>{0} is the newest version.</source>
        <translation>{0} ist die neueste Version.</translation>
    </message>
    <message>
        <source>All files are unmodified.</source>
        <translation>Alle Dateien sind unverändert.</translation>
    </message>
    <message>
        <source>Internal error ({0}). Try again.</source>
        <translation>Interner Fehler ({0}). Versuch es noch einmal.</translation>
    </message>
</context>
<context>
    <name>PackNotices</name>
    <message>
        <source>All files are unmodified.</source>
        <translation>Alle Dateien sind unverändert.</translation>
    </message>
    <message>
        <source>Skipped: {0}</source>
        <translation>Übersprungen: {0}</translation>
    </message>
    <message>
        <source>Your changes were copied to {0}</source>
        <translation>Deine Änderungen wurden nach {0} kopiert</translation>
    </message>
    <message>
        <source>Installed {0}, version {1}.</source>
        <translation>{0} installiert, Version {1}.</translation>
    </message>
    <message>
        <source>Your changes were kept as a copy.</source>
        <translation>Deine Änderungen wurden als Kopie behalten.</translation>
    </message>
    <message>
        <source>Removed {0}.</source>
        <translation>{0} entfernt.</translation>
    </message>
    <message>
        <source>Your files were kept as a copy.</source>
        <translation>Deine Dateien wurden als Kopie behalten.</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}: {1}</translation>
    </message>
    <message>
        <source>Show packs</source>
        <translation>Pakete zeigen</translation>
    </message>
    <message>
        <source>Open folder</source>
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
        <source>No bots were added, changed or removed.</source>
        <translation>Keine Bots hinzugefügt, geändert oder entfernt.</translation>
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
        <source>Removed: {0}</source>
        <translation>Entfernt: {0}</translation>
    </message>
    <message>
        <source>{0} and {1} more</source>
        <translation>{0} und {1} weitere</translation>
    </message>
    <message>
        <source>Checking the source …</source>
        <translation>Quelle wird geprüft …</translation>
    </message>
    <message>
        <source>Comparing files …</source>
        <translation>Dateien werden verglichen …</translation>
    </message>
    <message>
        <source>You changed or added these files: {0}</source>
        <translation>Diese Dateien hast du geändert oder hinzugefügt: {0}</translation>
    </message>
    <message>
        <source>Waits until the match is over, because bots may be using its files.</source>
        <translation>Wartet bis zum Ende des Spiels, weil Bots seine Dateien benutzen könnten.</translation>
    </message>
    <message>
        <source>Version {0} for this system</source>
        <translation>Version {0} für dieses System</translation>
    </message>
    <message>
        <source>Version {0} as source code: there is no build for this system</source>
        <translation>Version {0} als Quelltext: Für dieses System gibt es keine Fassung</translation>
    </message>
    <message>
        <source>Latest source code, {0}</source>
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
        <source>unknown size</source>
        <translation>unbekannte Größe</translation>
    </message>
    <message>
        <source>Not encrypted: the download could be tampered with.</source>
        <translation>Nicht verschlüsselt: Der Download könnte unterwegs verändert werden.</translation>
    </message>
    <message>
        <source>The server does not say whether this is a different version.</source>
        <translation>Der Server sagt nicht, ob das eine andere Version ist.</translation>
    </message>
    <message>
        <source>Version {0} is available.</source>
        <translation>Version {0} ist verfügbar.</translation>
    </message>
    <message>
        <source>Your changes are kept as a copy: {0}</source>
        <translation>Deine Änderungen werden als Kopie behalten: {0}</translation>
    </message>
    <message>
        <source>Files you added are kept: {0}</source>
        <translation>Hinzugefügte Dateien bleiben: {0}</translation>
    </message>
    <message>
        <source>Modified files: {0}</source>
        <translation>Geänderte Dateien: {0}</translation>
    </message>
    <message>
        <source>Restoring them downloads {0} again. Your versions are kept as copies.</source>
        <translation>Zum Wiederherstellen werden {0} noch einmal geladen. Deine Fassungen werden als Kopien behalten.</translation>
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
        <source>Connection lost, retrying …</source>
        <translation>Verbindung verloren, neuer Versuch …</translation>
    </message>
    <message>
        <source>Unpacking … {0}</source>
        <translation>Wird entpackt … {0}</translation>
    </message>
    <message>
        <source>Comparing bots …</source>
        <translation>Bots werden verglichen …</translation>
    </message>
    <message>
        <source>Moving files …</source>
        <translation>Dateien werden verschoben …</translation>
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
        <source>{0}/s</source>
        <translation>{0}/s</translation>
    </message>
</context>
<context>
    <name>PackageController</name>
    <message>
        <source>The match continues without the missing packages. The next start asks again.</source>
        <translation>Das Spiel geht ohne die fehlenden Pakete weiter. Beim nächsten Start wird wieder gefragt.</translation>
    </message>
    <message>
        <source>{0}, and {1} more</source>
        <translation>{0} und {1} weitere</translation>
    </message>
    <message>
        <source>Missing packages: {0}.</source>
        <translation>Fehlende Pakete: {0}.</translation>
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
        <source>Installing its packages, then restarting it.</source>
        <translation>Seine Pakete werden installiert, dann startet er neu.</translation>
    </message>
    <message>
        <source>Install it for &apos;{0}&apos;: {1}.</source>
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
        <source>Open folder</source>
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
        <source>Bot packs</source>
        <translation>Bot-Pakete</translation>
    </message>
    <message>
        <source>Source of the pack</source>
        <translation>Quelle des Pakets</translation>
    </message>
    <message>
        <source>GitHub repository such as RLBot/botpack, or an archive&apos;s address</source>
        <translation>GitHub-Repository wie RLBot/botpack oder Adresse eines Archivs</translation>
    </message>
    <message>
        <source>A GitHub repository (RLBot/botpack), or the address or path of a .zip, .tar.xz or .tar.gz file</source>
        <translation>Ein GitHub-Repository (RLBot/botpack) oder Adresse oder Pfad einer .zip-, .tar.xz- oder .tar.gz-Datei</translation>
    </message>
    <message>
        <source>Choose a file …</source>
        <translation>Datei wählen …</translation>
    </message>
    <message>
        <source>Choose an archive file</source>
        <translation>Archivdatei wählen</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>Show what is available (Enter); nothing is downloaded yet</source>
        <translation>Zeigen, was es gibt (Eingabe); noch wird nichts heruntergeladen</translation>
    </message>
    <message>
        <source>Check all for updates</source>
        <translation>Alle auf Updates prüfen</translation>
    </message>
    <message>
        <source>Ask every pack&apos;s source for its newest version</source>
        <translation>Alle Quellen nach der neuesten Version fragen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Downloads continue in the background (Esc)</source>
        <translation>Downloads laufen im Hintergrund weiter (Esc)</translation>
    </message>
    <message>
        <source>Why it cannot be added</source>
        <translation>Warum es nicht hinzugefügt werden kann</translation>
    </message>
    <message>
        <source>No packs yet.</source>
        <translation>Noch keine Pakete.</translation>
    </message>
    <message>
        <source>Archives ({0})</source>
        <translation>Archive ({0})</translation>
    </message>
    <message>
        <source>Choose a bot pack</source>
        <translation>Bot-Paket wählen</translation>
    </message>
    <message>
        <source>Nothing is downloaded until you press Download. Nothing in a pack runs until you start a match with its bots.</source>
        <translation>Nichts wird geladen, bevor du Herunterladen drückst. Nichts aus einem Paket läuft, bevor du ein Spiel mit seinen Bots startest.</translation>
    </message>
    <message>
        <source>Known packs:</source>
        <translation>Bekannte Pakete:</translation>
    </message>
    <message>
        <source>Enter this pack as the source; nothing is downloaded yet</source>
        <translation>Dieses Paket als Quelle eintragen; noch wird nichts heruntergeladen</translation>
    </message>
</context>
<context>
    <name>PaletteController</name>
    <message>
        <source>Allow drawing for all bots</source>
        <translation>Zeichnen für alle Bots erlauben</translation>
    </message>
    <message>
        <source>Forbid drawing for all bots</source>
        <translation>Zeichnen für alle Bots verbieten</translation>
    </message>
    <message>
        <source>Forbid drawing for {0}</source>
        <translation>{0} das Zeichnen verbieten</translation>
    </message>
    <message>
        <source>Allow drawing for {0}</source>
        <translation>{0} das Zeichnen erlauben</translation>
    </message>
    <message>
        <source>Back to version {0} of {1}</source>
        <translation>Zurück zu Version {0} von {1}</translation>
    </message>
</context>
<context>
    <name>ParameterPanel</name>
    <message>
        <source>This run has no sliders. Add some under Sliders to change parameters while it runs.</source>
        <translation>Die Regler des Dokuments können hier verschoben werden, während der Lauf läuft; füge welche unter „Regler“ hinzu.</translation>
    </message>
    <message>
        <source>The parameters can be changed while the run is running.</source>
        <translation>Die Parameter können geändert werden, während der Lauf läuft.</translation>
    </message>
</context>
<context>
    <name>PhaseStrip</name>
    <message>
        <source>{0} steps</source>
        <translation>{0} Schritte</translation>
    </message>
    <message>
        <source>{0} episodes</source>
        <translation>{0} Episoden</translation>
    </message>
    <message>
        <source>best: {0}</source>
        <translation>Bestwert: {0}</translation>
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
        <translation>Der Bot dieses Fehlers ist nicht mehr im Spiel.</translation>
    </message>
    <message>
        <source>{0} is outside the agent&apos;s folder {1}.</source>
        <translation>{0} liegt außerhalb des Ordners {1} des Bots.</translation>
    </message>
</context>
<context>
    <name>PlotCanvas</name>
    <message>
        <source>Plots over time</source>
        <translation>Kurven über die Zeit</translation>
    </message>
</context>
<context>
    <name>PlotController</name>
    <message>
        <source>{0} is slow: {1} % of its answers are late</source>
        <translation>{0} ist langsam: {1} % seiner Antworten kommen zu spät</translation>
    </message>
    <message>
        <source>Slow: {0}</source>
        <translation>Langsam: {0}</translation>
    </message>
    <message>
        <source>Cars</source>
        <translation>Autos</translation>
    </message>
    <message>
        <source>Agents</source>
        <translation>Bots</translation>
    </message>
    <message>
        <source>Match</source>
        <translation>Spiel</translation>
    </message>
    <message>
        <source>Game</source>
        <translation>Server</translation>
    </message>
</context>
<context>
    <name>PlotPanel</name>
    <message>
        <source>Live</source>
        <translation>Live</translation>
    </message>
    <message>
        <source>Show the newest values; drag a plot or use Ctrl+wheel to look around</source>
        <translation>Neueste Werte zeigen; zum Umsehen an den Kurven ziehen oder Strg+Mausrad drehen</translation>
    </message>
    <message>
        <source>Length of the time axis</source>
        <translation>Länge der Zeitachse</translation>
    </message>
    <message>
        <source>{0} s</source>
        <translation>{0} s</translation>
    </message>
    <message>
        <source>{0} min</source>
        <translation>{0} min</translation>
    </message>
    <message>
        <source>Save, compare, and show several plots at once</source>
        <translation>Speichern, vergleichen und mehrere Kurvenfelder zugleich zeigen</translation>
    </message>
    <message>
        <source>Plots</source>
        <translation>Kurven</translation>
    </message>
    <message>
        <source>Curves of every bot, of the match and of the game appear here.</source>
        <translation>Kurven jedes Bots, des Spiels und des Servers erscheinen hier.</translation>
    </message>
    <message>
        <source>Plot to show</source>
        <translation>Gezeigte Kurven</translation>
    </message>
    <message>
        <source>Ctrl+click shows it together with the others</source>
        <translation>Strg+Klick zeigt es zusammen mit den anderen</translation>
    </message>
    <message>
        <source>Show: {0}</source>
        <translation>Zeigen: {0}</translation>
    </message>
    <message>
        <source>Save as picture (PNG) …</source>
        <translation>Als Bild speichern (PNG) …</translation>
    </message>
    <message>
        <source>Save as drawing (SVG) …</source>
        <translation>Als Zeichnung speichern (SVG) …</translation>
    </message>
    <message>
        <source>Save values (CSV) …</source>
        <translation>Werte speichern (CSV) …</translation>
    </message>
    <message>
        <source>Compare before and after …</source>
        <translation>Vorher und nachher vergleichen …</translation>
    </message>
</context>
<context>
    <name>Plots</name>
    <message>
        <source>Bots</source>
        <translation>Bots</translation>
    </message>
    <message>
        <source>Response, p95</source>
        <translation>Antwortzeit, p95</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>Antworten</translation>
    </message>
    <message>
        <source>Response, median</source>
        <translation>Antwortzeit, Median</translation>
    </message>
    <message>
        <source>Response, p99</source>
        <translation>Antwortzeit, p99</translation>
    </message>
    <message>
        <source>Control</source>
        <translation>Steuerung</translation>
    </message>
    <message>
        <source>Match</source>
        <translation>Spiel</translation>
    </message>
    <message>
        <source>Blue wins</source>
        <translation>Blau gewinnt</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>Spielstand</translation>
    </message>
    <message>
        <source>Expected goals</source>
        <translation>Erwartete Tore</translation>
    </message>
    <message>
        <source>System</source>
        <translation>System</translation>
    </message>
    <message>
        <source>Lateness of ticks</source>
        <translation>Verspätung der Ticks</translation>
    </message>
    <message>
        <source>Own</source>
        <translation>Eigene</translation>
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
        <source>Bot packages</source>
        <translation>Pakete der Bots</translation>
    </message>
    <message>
        <source>Arena meshes</source>
        <translation>Netze der Arena</translation>
    </message>
    <message>
        <source>Choose a Python interpreter</source>
        <translation>Python-Interpreter wählen</translation>
    </message>
    <message>
        <source>The folder {folder} cannot be created: {reason}.</source>
        <translation>Der Ordner {folder} lässt sich nicht anlegen: {reason}.</translation>
    </message>
    <message>
        <source>{0} does not exist. Bots use Kickabout&apos;s own Python instead.</source>
        <translation>{0} gibt es nicht. Bots verwenden stattdessen Kickabouts eigenes Python.</translation>
    </message>
    <message>
        <source>{0} is not executable.</source>
        <translation>{0} ist nicht ausführbar.</translation>
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
        <translation>Design</translation>
    </message>
    <message>
        <source>System</source>
        <translation>System</translation>
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
        <source>Language; takes effect after a restart</source>
        <translation>Sprache; gilt nach einem Neustart</translation>
    </message>
    <message>
        <source>Python for bots without their own environment</source>
        <translation>Python für Bots ohne eigene Umgebung</translation>
    </message>
    <message>
        <source>Kickabout&apos;s own Python</source>
        <translation>Kickabouts eigenes Python</translation>
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
        <source>Command that opens a bot&apos;s source; use {folder}, {file} and {line}</source>
        <translation>Befehl, der den Quelltext eines Bots öffnet; mit {folder}, {file} und {line}</translation>
    </message>
    <message>
        <source>system default; for example: code {folder}</source>
        <translation>Standard des Systems; zum Beispiel: code {folder}</translation>
    </message>
    <message>
        <source>What to do when a bot&apos;s source is saved during a match</source>
        <translation>Was geschehen soll, wenn der Quelltext eines Bots während des Spiels gespeichert wird</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>Fragen</translation>
    </message>
    <message>
        <source>Reload automatically</source>
        <translation>Automatisch neu laden</translation>
    </message>
    <message>
        <source>Nothing</source>
        <translation>Nichts</translation>
    </message>
    <message>
        <source>Reserve CPU cores for the game and each team</source>
        <translation>CPU-Kerne für das Spiel und jedes Team reservieren</translation>
    </message>
    <message>
        <source>How long the old version is kept</source>
        <translation>Wie lange die alte Version bereitbleibt</translation>
    </message>
    <message>
        <source>not at all</source>
        <translation>gar nicht</translation>
    </message>
    <message>
        <source>stays</source>
        <translation>bleibt</translation>
    </message>
    <message>
        <source>Memory limit of a second version</source>
        <translation>Speichergrenze einer zweiten Version</translation>
    </message>
    <message>
        <source>up to</source>
        <translation>bis</translation>
    </message>
    <message>
        <source>After a reload, the old version stays ready for this time. It plays again if the new version fails. A new version that uses more memory is rejected, and an old one is not kept.</source>
        <translation>Nach dem Neuladen bleibt die alte Version so lange bereit. Sie spielt wieder, wenn die neue scheitert. Eine neue Version, die mehr Speicher braucht, wird abgelehnt, eine alte nicht bereitgehalten.</translation>
    </message>
    <message>
        <source>Always show tray icon</source>
        <translation>Symbol immer zeigen</translation>
    </message>
    <message>
        <source>Show the tray icon at all times, not only when there is a notification</source>
        <translation>Das Symbol immer im Infobereich zeigen, nicht nur bei Benachrichtigungen</translation>
    </message>
    <message>
        <source>Remove packages of bots that are gone, have other requirements now, or have not played for a long time</source>
        <translation>Pakete von Bots entfernen, die es nicht mehr gibt, die anderes brauchen oder lange nicht gespielt haben</translation>
    </message>
    <message>
        <source>{file}: the file, {line}: the line, {folder}: the bot&apos;s folder</source>
        <translation>{file}: die Datei, {line}: die Zeile, {folder}: der Ordner des Bots</translation>
    </message>
    <message>
        <source>Old version</source>
        <translation>Alte Version</translation>
    </message>
    <message>
        <source>Keys for driving …</source>
        <translation>Tasten zum Fahren …</translation>
    </message>
    <message>
        <source>Change the keys for driving</source>
        <translation>Tasten zum Fahren ändern</translation>
    </message>
    <message>
        <source>Two actions have the same key.</source>
        <translation>Zwei Aktionen haben dieselbe Taste.</translation>
    </message>
    <message>
        <source>Remove unused ({0})</source>
        <translation>Unbenutzte entfernen ({0})</translation>
    </message>
    <message>
        <source>Arena</source>
        <translation>Arena</translation>
    </message>
    <message>
        <source>Driving</source>
        <translation>Fahren</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>unbegrenzt</translation>
    </message>
    <message>
        <source>Memory limit per bot; a bot that exceeds it is stopped</source>
        <translation>Speichergrenze je Bot; wer sie überschreitet, wird gestoppt</translation>
    </message>
    <message>
        <source>When to show desktop notifications about results, failed bots and open questions</source>
        <translation>Wann Benachrichtigungen über Ergebnisse, ausgefallene Bots und offene Fragen erscheinen</translation>
    </message>
    <message>
        <source>When the window is in the background</source>
        <translation>Wenn das Fenster im Hintergrund ist</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>Nie</translation>
    </message>
    <message>
        <source>Takes effect after a restart.</source>
        <translation>Gilt nach einem Neustart.</translation>
    </message>
    <message>
        <source>This desktop has no tray; notices appear only in the window.</source>
        <translation>Ohne Infobereich erscheinen Meldungen nur im Fenster.</translation>
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
        <source>Desktop notifications</source>
        <translation>Benachrichtigungen</translation>
    </message>
    <message>
        <source>Bots</source>
        <translation>Bots</translation>
    </message>
    <message>
        <source>Show each goal again in the arena view</source>
        <translation>Jedes Tor noch einmal in der Arena-Ansicht zeigen</translation>
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
        <source>Kickabout never updates itself and sends no data.</source>
        <translation>Kickabout aktualisiert sich nicht selbst und sendet keine Daten.</translation>
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
        <translation>Voreinstellung</translation>
    </message>
    <message>
        <source>Apply a preset&apos;s mode, map and mutators</source>
        <translation>Modus, Karte und Mutatoren einer Voreinstellung anwenden</translation>
    </message>
    <message>
        <source>Save mode, map and mutators as a preset</source>
        <translation>Modus, Karte und Mutatoren als Voreinstellung speichern</translation>
    </message>
    <message>
        <source>Delete this preset</source>
        <translation>Diese Voreinstellung löschen</translation>
    </message>
    <message>
        <source>Name of the preset, then Enter</source>
        <translation>Name der Voreinstellung, dann Enter</translation>
    </message>
    <message>
        <source>Name of the new preset</source>
        <translation>Name der neuen Voreinstellung</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Ersetzen</translation>
    </message>
    <message>
        <source>Replace the preset with the current settings (Enter)</source>
        <translation>Die Voreinstellung durch die jetzigen Einstellungen ersetzen (Enter)</translation>
    </message>
    <message>
        <source>A preset named &apos;{name}&apos; exists. Press Enter again to replace it, or choose another name.</source>
        <translation>Eine Voreinstellung „{name}“ gibt es schon. Noch einmal Enter ersetzt sie; oder wähle einen anderen Namen.</translation>
    </message>
    <message>
        <source>Replace the preset {name}</source>
        <translation>Die Voreinstellung {name} ersetzen</translation>
    </message>
    <message>
        <source>Custom</source>
        <translation>Eigene</translation>
    </message>
    <message>
        <source>not available in {game}</source>
        <translation>in {game} nicht verfügbar</translation>
    </message>
</context>
<context>
    <name>ProblemController</name>
    <message>
        <source>Open line {0}</source>
        <translation>Zeile {0} öffnen</translation>
    </message>
    <message>
        <source>Convert</source>
        <translation>Umwandeln</translation>
    </message>
</context>
<context>
    <name>ProblemList</name>
    <message>
        <source>No problems. The match can start.</source>
        <translation>Keine Probleme. Das Spiel kann starten.</translation>
    </message>
    <message>
        <source>Problems in the match file</source>
        <translation>Probleme der Spieldatei</translation>
    </message>
    <message>
        <source>Fix problem</source>
        <translation>Problem beheben</translation>
    </message>
    <message>
        <source>Fix all</source>
        <translation>Alle beheben</translation>
    </message>
    <message>
        <source>Fix all problems</source>
        <translation>Alle Probleme beheben</translation>
    </message>
    <message>
        <source>Fix all problems whose fix cannot be wrong, in one step</source>
        <translation>Alle Probleme beheben, deren Lösung nicht falsch sein kann, in einem Schritt</translation>
    </message>
    <message>
        <source>Fix</source>
        <translation>Beheben</translation>
    </message>
    <message>
        <source>{file} cannot be opened</source>
        <translation>{file} lässt sich nicht öffnen</translation>
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
        <source>No cars yet, the match cannot start</source>
        <translation>Noch keine Autos, das Spiel kann nicht starten</translation>
    </message>
    <message>
        <source>{warnings}, the match can start</source>
        <translation>{warnings}, das Spiel kann starten</translation>
    </message>
</context>
<context>
    <name>Questions</name>
    <message>
        <source>Match documents (*.toml)</source>
        <translation>Spieldokumente (*.toml)</translation>
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
        <source>Replace with: choose a bot.toml</source>
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
        <source>Name of the car; leave empty to use the bot&apos;s name</source>
        <translation>Name des Autos; leer lassen für den Namen des Bots</translation>
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
        <source>Scripts (script.toml *.script.toml *.cfg)</source>
        <translation>Skripte (script.toml *.script.toml *.cfg)</translation>
    </message>
    <message>
        <source>Loadouts (*.toml *.cfg)</source>
        <translation>Ausstattungen (*.toml *.cfg)</translation>
    </message>
    <message>
        <source>Bots and scripts (bot.toml script.toml *.bot.toml *.script.toml *.cfg)</source>
        <translation>Bots und Skripte (bot.toml script.toml *.bot.toml *.script.toml *.cfg)</translation>
    </message>
    <message>
        <source>The match has unsaved changes.</source>
        <translation>Das Spiel hat ungespeicherte Änderungen.</translation>
    </message>
    <message>
        <source>The match changed; nothing was done.</source>
        <translation>Das Spiel wurde inzwischen geändert, deshalb ist nichts geschehen.</translation>
    </message>
    <message>
        <source>Training runs (*.toml)</source>
        <translation>Trainingsläufe (*.toml)</translation>
    </message>
</context>
<context>
    <name>RecommendationController</name>
    <message>
        <source>Teams are locked while a match is running.</source>
        <translation>Die Teams sind gesperrt, solange ein Spiel läuft.</translation>
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
        <source>Opponents</source>
        <translation>Gegner</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>Vorschau</translation>
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
        <source>Close without changing the teams (Esc)</source>
        <translation>Schließen, ohne die Teams zu ändern (Esc)</translation>
    </message>
    <message>
        <source>No recommended teams found. Bot packs provide them in a file called {name}.</source>
        <translation>Keine empfohlenen Teams gefunden. Bot-Pakete bringen sie in der Datei {name} mit.</translation>
    </message>
    <message>
        <source>Replace all cars of the match (Enter)</source>
        <translation>Alle Autos des Spiels ersetzen (Enter)</translation>
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
        <source>You drive in the Arena panel, or in Rocket League</source>
        <translation>Du fährst in der Arena-Ansicht oder in Rocket League</translation>
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
        <source>Kickabout closed before changes to {title} were saved. They can be restored.</source>
        <translation>Kickabout wurde beendet, bevor Änderungen an {title} gespeichert waren. Sie lassen sich wiederherstellen.</translation>
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
    <name>ReplayBar</name>
    <message>
        <source>Skip ({0})</source>
        <translation>Überspringen ({0})</translation>
    </message>
    <message>
        <source>Skip the replay</source>
        <translation>Wiederholung überspringen</translation>
    </message>
    <message>
        <source>No replays</source>
        <translation>Keine Wiederholungen</translation>
    </message>
    <message>
        <source>Turn goal replays off; the camera menu turns them on again</source>
        <translation>Tore nicht mehr wiederholen; im Menü der Kameras lässt sich das wieder einschalten</translation>
    </message>
</context>
<context>
    <name>ReplayController</name>
    <message>
        <source>Replay of {0}</source>
        <translation>Wiederholung: {0}</translation>
    </message>
    <message>
        <source>Nothing is shown again while you drive or move things.</source>
        <translation>Solange du fährst oder etwas versetzt, wird nichts wiederholt.</translation>
    </message>
    <message>
        <source>{0} cannot be shown again: the arena view remembers the last {1} seconds.</source>
        <translation>{0} lässt sich nicht wiederholen: Die Arena-Ansicht merkt sich die letzten {1} Sekunden.</translation>
    </message>
    <message>
        <source>The arena view is still loading.</source>
        <translation>Die Arena-Ansicht lädt noch.</translation>
    </message>
    <message>
        <source>Replay</source>
        <translation>Wiederholung</translation>
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
        <source>Stopped before kickoff</source>
        <translation>Vor dem Anstoß gestoppt</translation>
    </message>
    <message>
        <source>Series drawn {0}-{1} after {game}</source>
        <translation>Serie {0}:{1} unentschieden nach {game}</translation>
    </message>
    <message>
        <source>{winner} wins the series {0}-{1} after {game}</source>
        <translation>{winner} gewinnt die Serie {0}:{1} nach {game}</translation>
    </message>
    <message>
        <source>{winner} wins the tiebreak at {0}-{1} after {game}</source>
        <translation>{winner} gewinnt durch Tiebreak bei {0}:{1} nach {game}</translation>
    </message>
    <message>
        <source>Series stopped at {0}-{1} after {game}</source>
        <translation>Serie bei {0}:{1} nach {game} gestoppt</translation>
    </message>
    <message>
        <source>Stopped at {0}-{1} after {game}</source>
        <translation>Bei {0}:{1} nach {game} gestoppt</translation>
    </message>
    <message>
        <source>{winner} wins by forfeit at {0}-{1} after {game}</source>
        <translation>{winner} gewinnt kampflos bei {0}:{1} nach {game}</translation>
    </message>
    <message>
        <source>takeover</source>
        <translation>Übernahme</translation>
    </message>
    <message>
        <source>{by}: {what} ({count}x), blocked</source>
        <translation>{by}: {what} ({count}x), verhindert</translation>
    </message>
    <message>
        <source>{by}: {what} ({count}x), not blocked</source>
        <translation>{by}: {what} ({count}x), nicht verhindert</translation>
    </message>
    <message>
        <source>Draw {0}-{1} after {game}</source>
        <translation>Unentschieden {0}:{1} nach {game}</translation>
    </message>
    <message>
        <source>{winner} wins {0}-{1} after {game}</source>
        <translation>{winner} gewinnt {0}:{1} nach {game}</translation>
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
    <name>ResultCard</name>
    <message>
        <source>Result of the match</source>
        <translation>Ergebnis des Spiels</translation>
    </message>
    <message>
        <source>Close the result (Esc)</source>
        <translation>Ergebnis schließen (Esc)</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Rematch</source>
        <translation>Revanche</translation>
    </message>
    <message>
        <source>Play this match again</source>
        <translation>Dieses Spiel noch einmal spielen</translation>
    </message>
    <message>
        <source>Swap sides</source>
        <translation>Seiten tauschen</translation>
    </message>
    <message>
        <source>Swap the teams and play again</source>
        <translation>Teams tauschen und noch einmal spielen</translation>
    </message>
    <message>
        <source>Save …</source>
        <translation>Speichern …</translation>
    </message>
    <message>
        <source>Save the result as JSON, CSV or picture</source>
        <translation>Ergebnis als JSON, CSV oder Bild speichern</translation>
    </message>
    <message>
        <source>Statistics of the cars</source>
        <translation>Statistik der Autos</translation>
    </message>
    <message>
        <source>Car</source>
        <translation>Auto</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>Punkte</translation>
    </message>
    <message>
        <source>Points of the scoreboard</source>
        <translation>Punkte der Anzeigetafel</translation>
    </message>
    <message>
        <source>Goals</source>
        <translation>Tore</translation>
    </message>
    <message>
        <source>Assists</source>
        <translation>Vorlagen</translation>
    </message>
    <message>
        <source>Saves</source>
        <translation>Paraden</translation>
    </message>
    <message>
        <source>Shots</source>
        <translation>Schüsse</translation>
    </message>
    <message>
        <source>Demos</source>
        <translation>Zerst.</translation>
    </message>
    <message>
        <source>Demolitions of other cars</source>
        <translation>Zerstörungen anderer Autos</translation>
    </message>
    <message>
        <source>Boost</source>
        <translation>Boost</translation>
    </message>
    <message>
        <source>Boost collected from pads</source>
        <translation>Auf Feldern gesammelter Boost</translation>
    </message>
    <message>
        <source>Late</source>
        <translation>Zu spät</translation>
    </message>
    <message>
        <source>Answers that came after the tick&apos;s budget</source>
        <translation>Antworten, die nach der Zeit ihres Ticks kamen</translation>
    </message>
</context>
<context>
    <name>ResultController</name>
    <message>
        <source>Result (*.json)</source>
        <translation>Ergebnis (*.json)</translation>
    </message>
    <message>
        <source>Table of cars (*.csv)</source>
        <translation>Tabelle der Autos (*.csv)</translation>
    </message>
    <message>
        <source>Picture (*.png)</source>
        <translation>Bild (*.png)</translation>
    </message>
    <message>
        <source>Save the result</source>
        <translation>Ergebnis speichern</translation>
    </message>
    <message>
        <source>{0} cannot be written: {1}</source>
        <translation>{0} lässt sich nicht schreiben: {1}</translation>
    </message>
    <message>
        <source>{0} saved.</source>
        <translation>{0} gespeichert.</translation>
    </message>
</context>
<context>
    <name>RunDocumentController</name>
    <message>
        <source>Untitled run</source>
        <translation>Lauf ohne Namen</translation>
    </message>
    <message>
        <source>Fix problem</source>
        <translation>Problem beheben</translation>
    </message>
</context>
<context>
    <name>RunForm</name>
    <message>
        <source>The phase before</source>
        <translation>Mit der Phase davor</translation>
    </message>
    <message>
        <source>Another checkpoint</source>
        <translation>Mit Checkpoint</translation>
    </message>
    <message>
        <source>Always the same</source>
        <translation>Immer gleich</translation>
    </message>
    <message>
        <source>Evenly distributed</source>
        <translation>Gleichverteilt</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Bis</translation>
    </message>
    <message>
        <source>Normally distributed</source>
        <translation>Normalverteilt</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>Mittelwert</translation>
    </message>
    <message>
        <source>Deviation</source>
        <translation>Abweichung</translation>
    </message>
    <message>
        <source>One of several</source>
        <translation>Eine von mehreren</translation>
    </message>
    <message>
        <source>A name from the list, or a class of your own: package.module:Class</source>
        <translation>Ein Name aus der Liste oder eine eigene Klasse: package.module:Class</translation>
    </message>
    <message>
        <source>Episode ends</source>
        <translation>Episode endet</translation>
    </message>
    <message>
        <source>Episode is cut off</source>
        <translation>Episode wird abgebrochen</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>older versions</source>
        <translation>ältere Versionen</translation>
    </message>
    <message>
        <source>nobody: the cars stand still</source>
        <translation>niemand: Autos stehen still</translation>
    </message>
    <message>
        <source>Opponents</source>
        <translation>Gegner</translation>
    </message>
    <message>
        <source>Observation</source>
        <translation>Beobachtung</translation>
    </message>
    <message>
        <source>Actions</source>
        <translation>Aktionen</translation>
    </message>
    <message>
        <source>Start of an episode</source>
        <translation>Episodenbeginn</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>Umgebung</translation>
    </message>
    <message>
        <source>Rewards and their weights</source>
        <translation>Belohnungen und ihre Gewichte</translation>
    </message>
    <message>
        <source>None listed: goals, touches, speed towards the ball, ball to the goal.</source>
        <translation>Nichts angegeben: Tore, Berührungen, Tempo zum Ball, Ball zum Tor.</translation>
    </message>
    <message>
        <source>Add a reward</source>
        <translation>Belohnung hinzufügen</translation>
    </message>
    <message>
        <source>None listed: the default conditions apply.</source>
        <translation>Nichts angegeben: Es gelten die üblichen Bedingungen.</translation>
    </message>
    <message>
        <source>Add a condition</source>
        <translation>Bedingung hinzufügen</translation>
    </message>
    <message>
        <source>Learner</source>
        <translation>Lerner</translation>
    </message>
    <message>
        <source>Objective</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>Learning</source>
        <translation>Lernen</translation>
    </message>
    <message>
        <source>Older versions as opponents</source>
        <translation>Ältere Versionen als Gegner</translation>
    </message>
    <message>
        <source>Older versions of the policy can drive the orange cars while it trains.</source>
        <translation>Ältere Versionen der Strategie können die orangen Autos fahren, während sie trainiert.</translation>
    </message>
    <message>
        <source>Let older versions play orange</source>
        <translation>Ältere Versionen Orange spielen lassen</translation>
    </message>
    <message>
        <source>Each arena draws a value when an episode begins, such as gravity or a weight.</source>
        <translation>Jede Arena zieht einen Wert, wenn eine Episode beginnt, etwa die Schwerkraft oder ein Gewicht.</translation>
    </message>
    <message>
        <source>Values that change between episodes</source>
        <translation>Werte, die sich zwischen Episoden ändern</translation>
    </message>
    <message>
        <source>Add a value</source>
        <translation>Wert hinzufügen</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Numbers with semicolons between them</source>
        <translation>Zahlen mit Semikolons dazwischen</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>A name from the list, or one that classes of your own read</source>
        <translation>Ein Name aus der Liste oder einer, den eigene Klassen lesen</translation>
    </message>
    <message>
        <source>A slider changes a value while the run is running, on the tab Parameters.</source>
        <translation>Ein Regler ändert einen Wert, während der Lauf läuft, auf dem Reiter „Parameter“.</translation>
    </message>
    <message>
        <source>Sliders</source>
        <translation>Regler</translation>
    </message>
    <message>
        <source>Add a slider</source>
        <translation>Regler hinzufügen</translation>
    </message>
    <message>
        <source>Bot</source>
        <translation>Bot</translation>
    </message>
    <message>
        <source>Stand-in</source>
        <translation>Ersatzfahrer</translation>
    </message>
    <message>
        <source>Players that the policy plays against in phases of the mode evaluate.</source>
        <translation>Spieler, gegen die die Strategie in Phasen der Art „bewerten“ spielt.</translation>
    </message>
    <message>
        <source>Gallery</source>
        <translation>Galerie</translation>
    </message>
    <message>
        <source>Add a player</source>
        <translation>Spieler hinzufügen</translation>
    </message>
    <message>
        <source>Bot from a file …</source>
        <translation>Bot aus einer Datei …</translation>
    </message>
    <message>
        <source>Stand-in: {0}</source>
        <translation>Ersatzfahrer: {0}</translation>
    </message>
    <message>
        <source>Workers</source>
        <translation>Worker</translation>
    </message>
    <message>
        <source>More phases</source>
        <translation>Weitere Phasen</translation>
    </message>
    <message>
        <source>Add a phase</source>
        <translation>Phase hinzufügen</translation>
    </message>
    <message>
        <source>Nothing: the first phase</source>
        <translation>Neu: die erste Phase</translation>
    </message>
    <message>
        <source>The checkpoint with which the phase begins</source>
        <translation>Der Checkpoint, mit dem die Phase beginnt</translation>
    </message>
    <message>
        <source>Continues from</source>
        <translation>Beginnt</translation>
    </message>
    <message>
        <source>The latest</source>
        <translation>Der neueste</translation>
    </message>
    <message>
        <source>The best</source>
        <translation>Der beste</translation>
    </message>
    <message>
        <source>Nothing: fresh start</source>
        <translation>Neu</translation>
    </message>
    <message>
        <source>Phase {0}</source>
        <translation>Phase {0}</translation>
    </message>
    <message>
        <source>Another value in this phase</source>
        <translation>Anderer Wert in dieser Phase</translation>
    </message>
</context>
<context>
    <name>RunPageController</name>
    <message>
        <source>Reach the ball</source>
        <translation>Den Ball erreichen</translation>
    </message>
    <message>
        <source>Self-play 1v1</source>
        <translation>Gegen sich selbst, 1 gegen 1</translation>
    </message>
    <message>
        <source>A training run is running; stop it before you open another one.</source>
        <translation>Ein Trainingslauf läuft; stoppe ihn, bevor du einen anderen öffnest.</translation>
    </message>
    <message>
        <source>The document cannot be edited while the run is running.</source>
        <translation>Das Dokument kann nicht bearbeitet werden, während der Lauf läuft.</translation>
    </message>
    <message>
        <source>Change {0}</source>
        <translation>{0} ändern</translation>
    </message>
    <message>
        <source>Add {0}</source>
        <translation>{0} hinzufügen</translation>
    </message>
    <message>
        <source>Remove {0}</source>
        <translation>{0} entfernen</translation>
    </message>
    <message>
        <source>Untitled run</source>
        <translation>Unbenannter Lauf</translation>
    </message>
    <message>
        <source>A process could not be ended: {0}</source>
        <translation>Ein Prozess konnte nicht beendet werden: {0}</translation>
    </message>
    <message>
        <source>The training run failed. {0}</source>
        <translation>Der Trainingslauf ist fehlgeschlagen. {0}</translation>
    </message>
    <message>
        <source>The training run has ended. {0}</source>
        <translation>Der Trainingslauf ist zu Ende. {0}</translation>
    </message>
    <message>
        <source>No run is running.</source>
        <translation>Es läuft kein Lauf.</translation>
    </message>
    <message>
        <source>The run is being stopped.</source>
        <translation>Der Lauf wird gestoppt.</translation>
    </message>
    <message>
        <source>The run is running.</source>
        <translation>Der Lauf läuft.</translation>
    </message>
    <message>
        <source>The document has errors; they are listed below it.</source>
        <translation>Das Dokument hat Fehler; sie stehen darunter.</translation>
    </message>
    <message>
        <source>There is no checkpoint yet.</source>
        <translation>Es gibt noch keinen Checkpoint.</translation>
    </message>
    <message>
        <source>All of its phases have ended.</source>
        <translation>Alle seine Phasen sind beendet.</translation>
    </message>
    <message>
        <source>The curves begin with the first finished episodes.</source>
        <translation>Die Kurven beginnen mit den ersten beendeten Episoden.</translation>
    </message>
    <message>
        <source>Press Start: rewards, episode lengths, losses and speed of the run appear here.</source>
        <translation>Drücke Start: Belohnungen, Episodenlängen, Verluste und Tempo des Laufs erscheinen hier.</translation>
    </message>
    <message>
        <source>A match is running; a checkpoint can join the next one.</source>
        <translation>Ein Spiel läuft; ein Checkpoint kann am nächsten teilnehmen.</translation>
    </message>
    <message>
        <source>Exporting {0} …</source>
        <translation>{0} wird exportiert …</translation>
    </message>
    <message>
        <source>The checkpoint cannot be exported: {0}</source>
        <translation>Der Checkpoint kann nicht exportiert werden: {0}</translation>
    </message>
    <message>
        <source>{0} is in the match. Press Start to play it.</source>
        <translation>{0} ist im Spiel. Drücke Start, um es zu spielen.</translation>
    </message>
</context>
<context>
    <name>RunProblems</name>
    <message>
        <source>Problems in the run document</source>
        <translation>Probleme im Dokument des Laufs</translation>
    </message>
    <message>
        <source>{errors}, the run cannot start</source>
        <translation>{errors}, der Lauf kann nicht starten</translation>
    </message>
    <message>
        <source>{warnings}, the run can start</source>
        <translation>{warnings}, der Lauf kann starten</translation>
    </message>
</context>
<context>
    <name>RunQuestions</name>
    <message>
        <source>Open a training run</source>
        <translation>Trainingslauf öffnen</translation>
    </message>
    <message>
        <source>Save the training run</source>
        <translation>Trainingslauf speichern</translation>
    </message>
    <message>
        <source>The document of the training run has unsaved changes.</source>
        <translation>Das Dokument des Trainingslaufs hat ungespeicherte Änderungen.</translation>
    </message>
    <message>
        <source>Add a player: choose its bot.toml</source>
        <translation>Spieler hinzufügen: seine bot.toml wählen</translation>
    </message>
</context>
<context>
    <name>Runtime</name>
    <message>
        <source>Stopped.</source>
        <translation>Gestoppt.</translation>
    </message>
    <message>
        <source>The match does not wait for its agents.</source>
        <translation>Das Spiel wartet nicht auf seine Bots.</translation>
    </message>
    <message>
        <source>The match was stopped.</source>
        <translation>Das Spiel wurde gestoppt.</translation>
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
        <source>Blue won by forfeit; the score was {score}.</source>
        <translation>Blau gewann, weil die andere Seite aufgab; es stand {score}.</translation>
    </message>
    <message>
        <source>Orange won by forfeit; the score was {score}.</source>
        <translation>Orange gewann, weil die andere Seite aufgab; es stand {score}.</translation>
    </message>
    <message>
        <source>No agent is left to play.</source>
        <translation>Kein Bot spielt mehr.</translation>
    </message>
    <message>
        <source>the shell could not run the command</source>
        <translation>die Shell konnte den Befehl nicht ausführen</translation>
    </message>
    <message>
        <source>the shell did not find the command</source>
        <translation>die Shell fand den Befehl nicht</translation>
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
        <source>Never answered.</source>
        <translation>Antwortete nie.</translation>
    </message>
    <message>
        <source>Its connection to the server ended.</source>
        <translation>Seine Verbindung zum Server wurde beendet.</translation>
    </message>
    <message>
        <source>No restarts left: only one is allowed before kickoff.</source>
        <translation>Keine Neustarts mehr: Vor dem Anstoß ist nur einer erlaubt.</translation>
    </message>
    <message>
        <source>The agent was restarted.</source>
        <translation>Der Bot wurde neu gestartet.</translation>
    </message>
    <message>
        <source>The agent was stopped.</source>
        <translation>Der Bot wurde gestoppt.</translation>
    </message>
    <message>
        <source>You started this agent, so start its new version yourself, beside the old one.</source>
        <translation>Du hast diesen Bot gestartet: Starte auch seine neue Version selbst, neben der alten.</translation>
    </message>
    <message>
        <source>There is no run command any more, so the agent cannot be started.</source>
        <translation>Es gibt keinen Startbefehl mehr, darum lässt sich der Bot nicht starten.</translation>
    </message>
    <message>
        <source>No change is waiting for an answer.</source>
        <translation>Keine Änderung wartet auf eine Antwort.</translation>
    </message>
    <message>
        <source>No bot has changed since it was loaded.</source>
        <translation>Kein Bot hat sich seit dem Laden geändert.</translation>
    </message>
    <message>
        <source>No agent or team is called {names}.</source>
        <translation>Kein Bot und kein Team heißt {names}.</translation>
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
        <source>What the mutator {name} does is not documented, so only Rocket League can play it.</source>
        <translation>Was der Mutator {name} bewirkt, ist nirgends veröffentlicht, also kann ihn nur Rocket League spielen.</translation>
    </message>
    <message>
        <source>Kickabout starts the arena itself; no store is involved.</source>
        <translation>Kickabout startet die Arena selbst, ohne Store.</translation>
    </message>
    <message>
        <source>Kickabout starts the arena itself; no launcher is involved.</source>
        <translation>Kickabout startet die Arena selbst, ohne Launcher.</translation>
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
        <source>Each match gets its own arena, so none is ever running.</source>
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
        <source>Freeplay has no clock, countdown or score.</source>
        <translation>Im freien Spiel gibt es weder Uhr noch Countdown noch Spielstand.</translation>
    </message>
    <message>
        <source>Without a clock there is no overtime.</source>
        <translation>Ohne Uhr gibt es keine Verlängerung.</translation>
    </message>
    <message>
        <source>All arena maps look the same: the match is played on a field of that shape.</source>
        <translation>Alle Karten der Arena sehen gleich aus: Gespielt wird auf einem Feld dieser Form.</translation>
    </message>
    <message>
        <source>checking what is installed</source>
        <translation>prüft, was installiert ist</translation>
    </message>
    <message>
        <source>creating an environment</source>
        <translation>legt eine Umgebung an</translation>
    </message>
    <message>
        <source>removing an incomplete environment</source>
        <translation>entfernt eine unvollständige Umgebung</translation>
    </message>
    <message>
        <source>another Kickabout is installing the same</source>
        <translation>ein anderes Kickabout installiert gerade dasselbe</translation>
    </message>
    <message>
        <source>installing {packages}</source>
        <translation>installiert {packages}</translation>
    </message>
    <message>
        <source>Reload from source to use it.</source>
        <translation>Lade ihn aus dem Quelltext neu, um sie zu übernehmen.</translation>
    </message>
    <message>
        <source>Reload from source to use them.</source>
        <translation>Lade ihn aus dem Quelltext neu, um sie zu übernehmen.</translation>
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
        <source>Drawing is switched off for the whole match, in its settings.</source>
        <translation>Das Zeichnen ist für das ganze Spiel abgeschaltet, in seinen Einstellungen.</translation>
    </message>
    <message>
        <source>is not installed</source>
        <translation>ist nicht installiert</translation>
    </message>
    <message>
        <source>could not be installed</source>
        <translation>ließ sich nicht installieren</translation>
    </message>
    <message>
        <source>{0} and {1}</source>
        <translation>{0} und {1}</translation>
    </message>
    <message>
        <source>{0} or {1}</source>
        <translation>{0} oder {1}</translation>
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
        <source>This is not a match: it has none of a match&apos;s tables.</source>
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
        <translation>Unbekannter Schlüssel &quot;{key}&quot;; er bewirkt nichts.</translation>
    </message>
    <message>
        <source>Table &quot;{key}&quot; is unknown and has no effect.</source>
        <translation>Unbekannte Tabelle &quot;{key}&quot;; sie bewirkt nichts.</translation>
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
        <translation>Kürze Namen, Befehle und Variablen oder nimm Bots heraus.</translation>
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
        <source>Map &quot;{written}&quot; does not look like a map: map names end in _P, .upk or .udk.</source>
        <translation>&quot;{written}&quot; sieht nicht wie eine Karte aus: Kartennamen enden auf _P, .upk oder .udk.</translation>
    </message>
    <message>
        <source>There is one map for {mode} only, so a random map has no effect.</source>
        <translation>Für {mode} gibt es nur eine Karte, eine zufällige Wahl bewirkt nichts.</translation>
    </message>
    <message>
        <source>There are no cars in this match.</source>
        <translation>In diesem Spiel gibt es keine Autos.</translation>
    </message>
    <message>
        <source>Add a bot to a team ([[cars]]).</source>
        <translation>Füg einem Team einen Bot hinzu ([[cars]]).</translation>
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
        <source>{path} is not a program for this computer. Let Kickabout download the server, or install RLBot from rlbot.org.</source>
        <translation>{path} ist kein Programm für diesen Rechner. Lass Kickabout den Server herunterladen, oder installiere RLBot von rlbot.org.</translation>
    </message>
    <message>
        <source>{path} printed nothing within {seconds:g} s when it was asked for its version. An antivirus may be checking it: try again, or choose another server in Environment.</source>
        <translation>{path} hat auf die Frage nach seiner Version {seconds:g} s lang nichts ausgegeben. Vielleicht prüft es gerade ein Virenschutz: Versuch es noch einmal, oder wähle unter „Umgebung“ einen anderen Server.</translation>
    </message>
    <message>
        <source>{place} imports &apos;{module}&apos;, but the bot&apos;s folder has no {file}: was it renamed, moved or deleted?</source>
        <translation>{place} importiert &apos;{module}&apos;, aber im Ordner des Bots fehlt {file}: Wurde die Datei umbenannt, verschoben oder gelöscht?</translation>
    </message>
    <message>
        <source>{program} presented a wrong RLBOT_AGENT_ID and was disconnected. To start an agent yourself, switch off Start automatically on its card, and use the command that the card copies.</source>
        <translation>{program} meldete sich mit falscher RLBOT_AGENT_ID und wurde getrennt. Um einen Agenten selbst zu starten, schalte „Automatisch starten“ auf seiner Karte aus und nimm den Befehl, den die Karte kopiert.</translation>
    </message>
    <message>
        <source>{text} ({waited} of at most {limit:.0f} s)</source>
        <translation>{text} ({waited} von höchstens {limit:.0f} s)</translation>
    </message>
    <message>
        <source>{text} does not have the suffix of an archive.</source>
        <translation>{text} hat nicht die Endung eines Archivs.</translation>
    </message>
    <message>
        <source>{text} is not a number.</source>
        <translation>{text} ist keine Zahl.</translation>
    </message>
    <message>
        <source>{text} is not a pack source.</source>
        <translation>{text} ist keine Paketquelle.</translation>
    </message>
    <message>
        <source>{text} is not a valid address: it must begin with https:// or http:// and a host.</source>
        <translation>{text} ist keine gültige Adresse: Sie muss mit https:// oder http:// und einem Rechnernamen beginnen.</translation>
    </message>
    <message>
        <source>{text} is not a whole number.</source>
        <translation>{text} ist keine ganze Zahl.</translation>
    </message>
    <message>
        <source>{what} Time left: {seconds:g} s.</source>
        <translation>{what} Verbleibende Zeit: {seconds:g} s.</translation>
    </message>
    <message>
        <source>{what}, still loading: {seconds:g} of {limit:g} s, CPU busy</source>
        <translation>{what}, lädt noch: {seconds:g} von {limit:g} s, CPU beschäftigt</translation>
    </message>
    <message>
        <source>{what}, {seconds:g} s left</source>
        <translation>{what}, noch {seconds:g} s</translation>
    </message>
    <message>
        <source>{who} must be started manually: no command starts it, or auto_start is off.</source>
        <translation>{who} muss von Hand gestartet werden: Es gibt keinen Startbefehl, oder auto_start ist aus.</translation>
    </message>
    <message>
        <source>{who} requires &quot;{written}&quot;, and no script of this match provides it.</source>
        <translation>{who} benötigt &quot;{written}&quot;, und kein Skript dieses Spiels bietet es.</translation>
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
        <source>{place} already exists, so {other} cannot be renamed.</source>
        <translation>{place} gibt es schon, darum lässt sich {other} nicht umbenennen.</translation>
    </message>
    <message>
        <source>{place} already exists, so {other} cannot be moved.</source>
        <translation>{place} gibt es schon, darum lässt sich {other} nicht verschieben.</translation>
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
        <source>{place} is not on a line of its own, so it cannot be removed.</source>
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
        <source>{place} is a table or an array, which this edit does not move.</source>
        <translation>{place} ist eine Tabelle oder Liste, die diese Änderung nicht verschiebt.</translation>
    </message>
    <message>
        <source>{place} is not written as [[{table}]], so nothing can be added to it.</source>
        <translation>{place} ist nicht als [[{table}]] geschrieben, darum lässt sich nichts hinzufügen.</translation>
    </message>
    <message>
        <source>{value} does not order {n} {table}.</source>
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
        <source>Only {n} of the files in this folder are scanned.</source>
        <translation>Nur {n} der Namen in diesem Ordner werden angesehen.</translation>
    </message>
    <message>
        <source>Only the first {n} folders in it are scanned. Add a smaller one.</source>
        <translation>Nur die ersten {n} Ordner darin werden durchgesehen. Füg einen kleineren hinzu.</translation>
    </message>
    <message>
        <source>Only the first {n} folders in it are scanned.</source>
        <translation>Nur die ersten {n} Ordner darin werden durchgesehen.</translation>
    </message>
    <message>
        <source>Name a smaller one.</source>
        <translation>Nenne einen kleineren.</translation>
    </message>
    <message>
        <source>Folders below this one are not scanned: it is {n} folders deep.</source>
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
        <source>every bot must be a non-empty text.</source>
        <translation>Jeder Bot muss ein Text sein, der nicht leer ist.</translation>
    </message>
    <message>
        <source>Only the first {n} recommendations are taken.</source>
        <translation>Nur die ersten {n} Empfehlungen gelten.</translation>
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
        <source>A name must have 1 to {n} visible characters. Choose another name.</source>
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
        <source>The new agent would be invalid: {problem}</source>
        <translation>Der neue Bot wäre nicht in Ordnung: {problem}</translation>
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
        <source>  [lost: there is no game to send it to]</source>
        <translation>  [verloren: es gibt kein Spiel, an das es gehen könnte]</translation>
    </message>
    <message>
        <source>  [not sent: this server does not seem to be a Kickabout arena]</source>
        <translation>  [nicht gesendet: dieser Server hat sich nicht als Arena von Kickabout gezeigt]</translation>
    </message>
    <message>
        <source>  [not sent: {error}]</source>
        <translation>  [nicht gesendet: {error}]</translation>
    </message>
    <message>
        <source>&apos;{file}&apos; cannot be read: {reason}.</source>
        <translation>&apos;{file}&apos; lässt sich nicht lesen: {reason}.</translation>
    </message>
    <message>
        <source>&apos;{file}&apos; is not read: these are more than {limit} files.</source>
        <translation>&apos;{file}&apos; wird nicht gelesen: Das sind mehr als {limit} Dateien.</translation>
    </message>
    <message>
        <source>&apos;{name}&apos; gave NaN, infinity or nothing where a number is expected.</source>
        <translation>„{name}“ ergab NaN, unendlich oder nichts, wo eine Zahl erwartet wird.</translation>
    </message>
    <message>
        <source>&apos;{name}&apos; must return a StartState with the cars of the arena ({count}).</source>
        <translation>„{name}“ muss einen StartState mit den Autos der Arena ({count}) zurückgeben.</translation>
    </message>
    <message>
        <source>&apos;{option}&apos; is not an option of a requirements file.</source>
        <translation>&apos;{option}&apos; ist keine Option einer Anforderungsdatei.</translation>
    </message>
    <message>
        <source>&apos;{option}&apos; needs a value.</source>
        <translation>&apos;{option}&apos; braucht einen Wert.</translation>
    </message>
    <message>
        <source>&apos;{place}&apos; is incomplete and cannot be removed. {reason}</source>
        <translation>&apos;{place}&apos; ist unvollständig und lässt sich nicht entfernen. {reason}</translation>
    </message>
    <message>
        <source>No step for {seconds:g} s by these workers: {workers}.</source>
        <translation>Kein Schritt seit {seconds:g} s von diesen Workern: {workers}.</translation>
    </message>
    <message>
        <source>Script &quot;{written}&quot;</source>
        <translation>Skript &quot;{written}&quot;</translation>
    </message>
    <message>
        <source>The server closed the connection.</source>
        <translation>Der Server hat die Verbindung geschlossen.</translation>
    </message>
    <message>
        <source>The server ended the session.</source>
        <translation>Der Server hat die Sitzung beendet.</translation>
    </message>
    <message>
        <source>The server on {address} ended the session: {reason}</source>
        <translation>Der Server auf {address} hat die Sitzung beendet: {reason}</translation>
    </message>
    <message>
        <source>There is no section [Bot Loadout] in this file: the car has the default items.</source>
        <translation>Diese Datei hat keinen Abschnitt [Bot Loadout]: Das Auto bekommt die Standardteile.</translation>
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
        <source>Input/output error</source>
        <translation>Ein-/Ausgabefehler</translation>
    </message>
    <message>
        <source>Too many open files</source>
        <translation>zu viele Dateien sind offen</translation>
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
        <source>The run command is empty.</source>
        <translation>Der Startbefehl ist leer.</translation>
    </message>
    <message>
        <source>The run command contains a null character.</source>
        <translation>Der Startbefehl enthält ein NUL-Zeichen.</translation>
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
        <source>{path} is in use.</source>
        <translation>{path} wird benutzt.</translation>
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
        <source>It contains a null character.</source>
        <translation>Es enthält ein NUL-Zeichen.</translation>
    </message>
    <message>
        <source>The supervisor process was lost.</source>
        <translation>Der Aufseher-Prozess ging verloren.</translation>
    </message>
    <message>
        <source>There is only a command for Windows. It starts no Windows program, so it is run here without wine.</source>
        <translation>Es gibt nur einen Befehl für Windows. Er startet kein Windows-Programm, darum wird er hier ohne Wine ausgeführt.</translation>
    </message>
    <message>
        <source>The agents of this match are not started automatically: start them yourself, or run the arena with --start-agents.</source>
        <translation>Die Agenten dieses Spiels starten nicht von selbst: Starte sie selbst, oder die Arena mit --start-agents.</translation>
    </message>
    <message>
        <source>checking rlbot</source>
        <translation>rlbot wird geprüft</translation>
    </message>
    <message>
        <source>Install a Python that fits, and make an environment named &apos;venv&apos; with it in {folder}.</source>
        <translation>Installiere ein passendes Python und lege damit in {folder} eine Umgebung namens „venv“ an.</translation>
    </message>
    <message>
        <source>Map &quot;{written}&quot; is written as a file, but it is one of the game&apos;s own.</source>
        <translation>Die Karte &quot;{written}&quot; ist als Datei geschrieben, gehört aber zum Spiel selbst.</translation>
    </message>
    <message>
        <source>Another program started a match on the server, which ended this one.</source>
        <translation>Ein anderes Programm hat auf dem Server ein Spiel gestartet und damit dieses beendet.</translation>
    </message>
    <message>
        <source>A connection was closed: too many have not introduced themselves.</source>
        <translation>Eine Verbindung wurde getrennt: Zu viele haben sich nicht angemeldet.</translation>
    </message>
    <message>
        <source>The folder with the logs of this match was deleted, so the match has no logs any more.</source>
        <translation>Der Ordner mit den Protokollen dieses Spiels wurde gelöscht; darum hat es keine Protokolle mehr.</translation>
    </message>
    <message>
        <source>&apos;{text}&apos; is not a command of the arena&apos;s game; it knows: {usage}.</source>
        <translation>&apos;{text}&apos; ist kein Befehl an das Spiel der Arena; es kennt: {usage}.</translation>
    </message>
    <message>
        <source>&apos;{address}&apos; is not the address of a scheduler, such as tls://10.0.0.5:8786.</source>
        <translation>„{address}“ ist keine Adresse eines Schedulers wie tls://10.0.0.5:8786.</translation>
    </message>
    <message>
        <source>&apos;{mode}&apos; is unknown. Known: {known:,}.</source>
        <translation>„{mode}“ ist unbekannt. Bekannt: {known:,}.</translation>
    </message>
    <message>
        <source>&apos;{name}&apos; cannot be copied into a bot: the source of its module was not found.</source>
        <translation>„{name}“ kann nicht in einen Bot kopiert werden: Der Quelltext des Moduls wurde nicht gefunden.</translation>
    </message>
    <message>
        <source>&apos;{name}&apos; cannot be copied into a bot: {file} cannot be read: {reason}.</source>
        <translation>„{name}“ kann nicht in einen Bot kopiert werden: {file} kann nicht gelesen werden: {reason}.</translation>
    </message>
    <message>
        <source>&apos;{name}&apos; cannot be copied into a bot: {file}, line {line}, imports {module}. Its module may import only numpy, the standard library, and what kickabout has for observations and actions.</source>
        <translation>„{name}“ kann nicht in einen Bot kopiert werden: {file}, Zeile {line}, importiert {module}. Das Modul darf nur numpy, die Standardbibliothek und das importieren, was kickabout für Beobachtungen und Aktionen hat.</translation>
    </message>
    <message>
        <source>&apos;{name}&apos; has no attribute &apos;{attribute}&apos;.</source>
        <translation>„{name}“ hat kein Attribut „{attribute}“.</translation>
    </message>
    <message>
        <source>&apos;{name}&apos; has no method &apos;{method}&apos;.</source>
        <translation>„{name}“ hat keine Methode „{method}“.</translation>
    </message>
    <message>
        <source>&apos;{name}&apos; has no parameter &apos;{parameter}&apos;. It has {accepted:,}.</source>
        <translation>„{name}“ hat keinen Parameter „{parameter}“. Es gibt {accepted:,}.</translation>
    </message>
    <message>
        <source>&apos;{name}&apos; is unknown. Known: {known:,}. A class of your own is named &apos;package.module:Class&apos;.</source>
        <translation>„{name}“ ist unbekannt. Bekannt: {known:,}. Eine eigene Klasse heißt &apos;package.module:Class&apos;.</translation>
    </message>
    <message>
        <source>&apos;{name}&apos; needs both count and table for discrete actions, and None for both otherwise.</source>
        <translation>„{name}“ braucht für diskrete Aktionen count und table, sonst beide als None.</translation>
    </message>
    <message>
        <source>&apos;{name}&apos; refuses this: {error}.</source>
        <translation>„{name}“ lehnt das ab: {error}.</translation>
    </message>
    <message>
        <source>&apos;{name}&apos; returned an array of shape {shape}; {expected} is expected.</source>
        <translation>„{name}“ gab ein Array der Form {shape} zurück; erwartet wird {expected}.</translation>
    </message>
    <message>
        <source>&apos;{text}&apos; is not a command of the arena; it knows: {usage}.</source>
        <translation>&apos;{text}&apos; ist kein Befehl der Arena; sie kennt: {usage}.</translation>
    </message>
    <message>
        <source>&apos;{text}&apos; is not a number.</source>
        <translation>&apos;{text}&apos; ist keine Zahl.</translation>
    </message>
    <message>
        <source>&apos;{text}&apos; is not a pace; use lockstep, realtime or a factor such as 2.</source>
        <translation>&apos;{text}&apos; ist kein Tempo; nimm lockstep, realtime oder einen Faktor wie 2.</translation>
    </message>
    <message>
        <source>0 on the ground, 1 jumping, 2 double jumping, 3 dodging, 4 in the air.</source>
        <translation>0 auf dem Boden, 1 Sprung, 2 Doppelsprung, 3 Rolle, 4 in der Luft.</translation>
    </message>
    <message>
        <source>1</source>
        <translation>1</translation>
    </message>
    <message>
        <source>95 % of the last 512 answers took at most this time from packet to answer.</source>
        <translation>95 % der letzten 512 Antworten brauchten vom Paket bis zur Antwort höchstens diese Zeit.</translation>
    </message>
    <message>
        <source>95 % of the newest ticks were late by at most this time. No value in lockstep, and behind servers that do not report it.</source>
        <translation>95 % der neuesten Ticks waren höchstens um diese Zeit verspätet. Kein Wert im Lockstep und bei Servern, die ihn nicht melden.</translation>
    </message>
    <message>
        <source>99 % of the last 512 answers took at most this time from packet to answer.</source>
        <translation>99 % der letzten 512 Antworten brauchten vom Paket bis zur Antwort höchstens diese Zeit.</translation>
    </message>
    <message>
        <source>99 % of the newest ticks were late by at most this time. No value in lockstep, and behind servers that do not report it.</source>
        <translation>99 % der neuesten Ticks waren höchstens um diese Zeit verspätet. Kein Wert im Lockstep und bei Servern, die ihn nicht melden.</translation>
    </message>
    <message>
        <source>A bot as opponent needs the path of its bot.toml.</source>
        <translation>Ein Bot als Gegner braucht den Pfad seiner bot.toml.</translation>
    </message>
    <message>
        <source>A bot plays in matches, which only a run, a WorkerPool or a StepEnv can start.</source>
        <translation>Ein Bot tritt in Spielen an, die nur ein Lauf, ein WorkerPool oder ein StepEnv starten kann.</translation>
    </message>
    <message>
        <source>A bot plays only with workers on this machine: on others, its folder is missing.</source>
        <translation>Ein Bot spielt nur mit Workern auf diesem Rechner: auf anderen fehlt sein Ordner.</translation>
    </message>
    <message>
        <source>A command must be one line with a JSON object.</source>
        <translation>Ein Befehl muss eine Zeile mit einem JSON-Objekt sein.</translation>
    </message>
    <message>
        <source>A connection was closed: it did not introduce itself within {seconds:g} s.</source>
        <translation>Eine Verbindung wurde getrennt: Sie hat sich nicht binnen {seconds:g} s angemeldet.</translation>
    </message>
    <message>
        <source>A connection was turned away: there are already {count}.</source>
        <translation>Eine Verbindung wurde abgewiesen: Es gibt schon {count}.</translation>
    </message>
    <message>
        <source>A file could not be written: {error}.</source>
        <translation>Eine Datei ließ sich nicht schreiben: {error}.</translation>
    </message>
    <message>
        <source>A gamepad that Linux offers as /dev/input/js0 is used as soon as it is plugged in.</source>
        <translation>Ein Gamepad, das Linux als /dev/input/js0 anbietet, wird verwendet, sobald es angesteckt ist.</translation>
    </message>
    <message>
        <source>A gamepad that Windows knows as an Xbox controller is used as soon as it is plugged in.</source>
        <translation>Ein Gamepad, das Windows als Xbox-Controller kennt, wird verwendet, sobald es angesteckt ist.</translation>
    </message>
    <message>
        <source>A learning step failed and was left out: {error}.</source>
        <translation>Ein Lernschritt ist fehlgeschlagen und wurde ausgelassen: {error}.</translation>
    </message>
    <message>
        <source>A line has at most {most} bytes.</source>
        <translation>Eine Zeile hat höchstens {most} Bytes.</translation>
    </message>
    <message>
        <source>A match has [[cars]], a bot or script has [settings], a loadout has [blue_loadout], a run has [[phases]].</source>
        <translation>Ein Spiel hat [[cars]], ein Bot oder Skript [settings], eine Ausstattung [blue_loadout], ein Lauf [[phases]].</translation>
    </message>
    <message>
        <source>A newer version starts instead.</source>
        <translation>Stattdessen startet eine neuere Version.</translation>
    </message>
    <message>
        <source>A pace factor must be from {least} to {most}, not {text}.</source>
        <translation>Ein Tempofaktor muss von {least} bis {most} sein, nicht {text}.</translation>
    </message>
    <message>
        <source>A parameter is a number, or {kinds}, not {value}.</source>
        <translation>Ein Parameter ist eine Zahl oder {kinds}, nicht {value}.</translation>
    </message>
    <message>
        <source>A parameter needs a name.</source>
        <translation>Ein Parameter braucht einen Namen.</translation>
    </message>
    <message>
        <source>A restart would not help.</source>
        <translation>Ein Neustart würde nicht helfen.</translation>
    </message>
    <message>
        <source>A run needs a phase.</source>
        <translation>Ein Lauf braucht eine Phase.</translation>
    </message>
    <message>
        <source>A situation has at most {most} cars.</source>
        <translation>Eine Situation hat höchstens {most} Autos.</translation>
    </message>
    <message>
        <source>A step is still being played; use wait_for_step.</source>
        <translation>Ein Schritt wird noch gespielt; verwende wait_for_step.</translation>
    </message>
    <message>
        <source>A table is expected here.</source>
        <translation>Hier wird eine Tabelle erwartet.</translation>
    </message>
    <message>
        <source>A {name} cannot be sent in this direction.</source>
        <translation>{name} kann nicht in diese Richtung gesendet werden.</translation>
    </message>
    <message>
        <source>Above its memory limit: {excess}.</source>
        <translation>Über der Speichergrenze: {excess}.</translation>
    </message>
    <message>
        <source>Add [{table}] with name = &quot;{name}&quot;.</source>
        <translation>Füge [{table}] mit name = &quot;{name}&quot; hinzu.</translation>
    </message>
    <message>
        <source>Add a table [[phases]] with an end, such as steps = 100_000.</source>
        <translation>Füge eine Tabelle [[phases]] mit einem Ende wie steps = 100_000 hinzu.</translation>
    </message>
    <message>
        <source>Add at_least or at_most.</source>
        <translation>Füge at_least oder at_most hinzu.</translation>
    </message>
    <message>
        <source>Add bots, stand_ins or checkpoints to [gallery].</source>
        <translation>Füge bots, stand_ins oder checkpoints in [gallery] hinzu.</translation>
    </message>
    <message>
        <source>Add name = ...</source>
        <translation>Füg name = ... hinzu.</translation>
    </message>
    <message>
        <source>Add steps, episodes, seconds, success or plateau.</source>
        <translation>Füge steps, episodes, seconds, success oder plateau hinzu.</translation>
    </message>
    <message>
        <source>Add the section [Bot Loadout] with items such as car_id = 23.</source>
        <translation>Ergänze den Abschnitt [Bot Loadout] mit Teilen wie car_id = 23.</translation>
    </message>
    <message>
        <source>Add {packages} to {file}, then Kickabout can install it.</source>
        <translation>Füg {file} {packages} hinzu, dann kann Kickabout es installieren.</translation>
    </message>
    <message>
        <source>Agent &apos;{agent_id}&apos;</source>
        <translation>Agent &apos;{agent_id}&apos;</translation>
    </message>
    <message>
        <source>Air state</source>
        <translation>Zustand in der Luft</translation>
    </message>
    <message>
        <source>All games were played.</source>
        <translation>Alle Spiele wurden gespielt.</translation>
    </message>
    <message>
        <source>An environment could not be made with &apos;{python}&apos;. {reason}</source>
        <translation>Mit &apos;{python}&apos; ließ sich keine Umgebung anlegen. {reason}</translation>
    </message>
    <message>
        <source>Another Kickabout process is working on the pack {name}. Wait until it is done.</source>
        <translation>Ein anderer Kickabout-Prozess arbeitet am Paket {name}. Warte, bis er fertig ist.</translation>
    </message>
    <message>
        <source>Another learner is connected; there can be only one.</source>
        <translation>Ein anderer Lerner ist verbunden; es kann nur einen geben.</translation>
    </message>
    <message>
        <source>Another session drives the car of {agents} instead of the learner.</source>
        <translation>Eine andere Sitzung fährt das Auto von {agents} anstelle des Lerners.</translation>
    </message>
    <message>
        <source>Answered nothing for {frames:,} frames, so it was killed.</source>
        <translation>Antwortete {frames:,} Frames lang nicht und wurde abgebrochen.</translation>
    </message>
    <message>
        <source>Answered nothing in the last {seconds:.0f} s.</source>
        <translation>Antwortete die letzten {seconds:.0f} s nicht.</translation>
    </message>
    <message>
        <source>Answered only {answers} of {frames} frames.</source>
        <translation>Antwortete nur auf {answers} von {frames} Frames.</translation>
    </message>
    <message>
        <source>Answered packets</source>
        <translation>Beantwortete Pakete</translation>
    </message>
    <message>
        <source>Answers per second</source>
        <translation>Antworten pro Sekunde</translation>
    </message>
    <message>
        <source>Ball height</source>
        <translation>Höhe des Balls</translation>
    </message>
    <message>
        <source>Ball in blue&apos;s half</source>
        <translation>Ball in Blaus Hälfte</translation>
    </message>
    <message>
        <source>Ball in orange&apos;s half</source>
        <translation>Ball in Oranges Hälfte</translation>
    </message>
    <message>
        <source>Ball side</source>
        <translation>Seite des Balls</translation>
    </message>
    <message>
        <source>Ball speed</source>
        <translation>Tempo des Balls</translation>
    </message>
    <message>
        <source>Blue</source>
        <translation>Blau</translation>
    </message>
    <message>
        <source>Blue won the series {games}.</source>
        <translation>Blau gewann die Serie mit {games}.</translation>
    </message>
    <message>
        <source>Blue won the tiebreak at {score}.</source>
        <translation>Blau gewann durch Tiebreak bei {score}.</translation>
    </message>
    <message>
        <source>Boost</source>
        <translation>Boost</translation>
    </message>
    <message>
        <source>Boost button</source>
        <translation>Boost-Taste</translation>
    </message>
    <message>
        <source>Boost collected</source>
        <translation>Boost gesammelt</translation>
    </message>
    <message>
        <source>Boost gained from pads: 12 or 100 each, less what did not fit into the tank.</source>
        <translation>Auf Feldern gewonnener Boost: je 12 oder 100, ohne das, was nicht in den Tank passte.</translation>
    </message>
    <message>
        <source>Boost in the tank.</source>
        <translation>Boost im Tank.</translation>
    </message>
    <message>
        <source>Boost of taken pads that did not fit into the tank of 100.</source>
        <translation>Boost aufgenommener Felder, der nicht in den Tank von 100 passte.</translation>
    </message>
    <message>
        <source>Boost stolen</source>
        <translation>Boost gestohlen</translation>
    </message>
    <message>
        <source>Boost wasted</source>
        <translation>Boost verschwendet</translation>
    </message>
    <message>
        <source>Bot &apos;{name}&apos;</source>
        <translation>Bot &apos;{name}&apos;</translation>
    </message>
    <message>
        <source>Changed from outside: {changes:,}.</source>
        <translation>Von außen verändert: {changes:,}.</translation>
    </message>
    <message>
        <source>Changes of files are no longer noticed: {error}.</source>
        <translation>Änderungen an Dateien werden nicht mehr bemerkt: {error}.</translation>
    </message>
    <message>
        <source>Checkpoint {folder} is skipped: {reason}</source>
        <translation>Checkpoint {folder} wird übersprungen: {reason}</translation>
    </message>
    <message>
        <source>Command {id} ({name}) waits for its answer, so that {other} cannot begin.</source>
        <translation>Befehl {id} ({name}) wartet auf seine Antwort, daher kann {other} nicht beginnen.</translation>
    </message>
    <message>
        <source>Continues from its checkpoint at step {step}.</source>
        <translation>Setzt bei seinem Checkpoint von Schritt {step} fort.</translation>
    </message>
    <message>
        <source>Starts fresh: it is the first phase.</source>
        <translation>Beginnt neu: Es ist die erste Phase.</translation>
    </message>
    <message>
        <source>Continues from {folder}.</source>
        <translation>Setzt bei {folder} fort.</translation>
    </message>
    <message>
        <source>Could not start: {reason}.</source>
        <translation>Konnte nicht starten: {reason}.</translation>
    </message>
    <message>
        <source>Demolitions</source>
        <translation>Zerstörungen</translation>
    </message>
    <message>
        <source>Demolitions taken</source>
        <translation>Selbst zerstört</translation>
    </message>
    <message>
        <source>Did not become ready within {seconds:g} s.</source>
        <translation>Nicht bereit binnen {seconds:g} s.</translation>
    </message>
    <message>
        <source>Did not connect within {seconds:g} s.</source>
        <translation>Keine Verbindung binnen {seconds:g} s.</translation>
    </message>
    <message>
        <source>Did you mean {written}?</source>
        <translation>Meintest du {written}?</translation>
    </message>
    <message>
        <source>Distance between the locations of the car and the nearest ball.</source>
        <translation>Abstand zwischen Auto und nächstem Ball.</translation>
    </message>
    <message>
        <source>Distance to ball</source>
        <translation>Abstand zum Ball</translation>
    </message>
    <message>
        <source>Documents end in .toml; those of RLBot v4 bots end in .cfg.</source>
        <translation>Dokumente enden auf .toml, die von RLBot-v4-Bots auf .cfg.</translation>
    </message>
    <message>
        <source>Driving ended: {reason}</source>
        <translation>Fahren beendet: {reason}</translation>
    </message>
    <message>
        <source>Each start picks a random map and reports it to the bots. All arena maps look the same: the match is played on a field of that shape.</source>
        <translation>Jeder Start wählt eine zufällige Karte und meldet sie den Bots. Alle Karten der Arena sehen gleich aus: Gespielt wird auf einem Feld dieser Form.</translation>
    </message>
    <message>
        <source>Ended before it was ready ({how})</source>
        <translation>Endete, bevor er bereit war ({how})</translation>
    </message>
    <message>
        <source>Ended before the kickoff ({how})</source>
        <translation>Endete vor dem Anstoß ({how})</translation>
    </message>
    <message>
        <source>Ended while playing ({how})</source>
        <translation>Endete mitten im Spiel ({how})</translation>
    </message>
    <message>
        <source>Enter a repository (owner/name), or the address or path of a .zip, .tar.xz or .tar.gz file.</source>
        <translation>Gib ein Repository (Name wie RLBot/botpack) oder Adresse oder Pfad einer .zip-, .tar.xz- oder .tar.gz-Datei an.</translation>
    </message>
    <message>
        <source>Every car has a driver; write auto_start = false for the car of the learner.</source>
        <translation>Jedes Auto hat einen Fahrer; schreibe auto_start = false beim Auto des Lerners.</translation>
    </message>
    <message>
        <source>Expected goals</source>
        <translation>Erwartete Tore</translation>
    </message>
    <message>
        <source>Expected goals of blue</source>
        <translation>Erwartete Tore von Blau</translation>
    </message>
    <message>
        <source>Expected goals of orange</source>
        <translation>Erwartete Tore von Orange</translation>
    </message>
    <message>
        <source>File not found: {path}</source>
        <translation>Datei nicht gefunden: {path}</translation>
    </message>
    <message>
        <source>Gamepads cannot be used on this system; drive with the keyboard.</source>
        <translation>Gamepads lassen sich auf diesem System nicht verwenden; fahr mit der Tastatur.</translation>
    </message>
    <message>
        <source>Give each a name of its own.</source>
        <translation>Gib jeder einen eigenen Namen.</translation>
    </message>
    <message>
        <source>Goals of blue in this game.</source>
        <translation>Tore von Blau in dieser Partie.</translation>
    </message>
    <message>
        <source>Goals of orange in this game.</source>
        <translation>Tore von Orange in dieser Partie.</translation>
    </message>
    <message>
        <source>Handbrake</source>
        <translation>Handbremse</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>Höhe</translation>
    </message>
    <message>
        <source>Height of the car&apos;s location above the floor; 17 uu on its wheels.</source>
        <translation>Höhe des Autos über dem Boden; 17 uu, wenn es auf den Rädern steht.</translation>
    </message>
    <message>
        <source>Height of the first ball&apos;s centre above the floor.</source>
        <translation>Höhe der Mitte des ersten Balls über dem Boden.</translation>
    </message>
    <message>
        <source>Hivemind &apos;{name}&apos;</source>
        <translation>Hivemind &apos;{name}&apos;</translation>
    </message>
    <message>
        <source>Inputs per second of wall time, between two reports at least half a game second apart. 120 for an agent that answers every tick in real time.</source>
        <translation>Eingaben pro Sekunde wirklicher Zeit, zwischen zwei Berichten, die mindestens eine halbe Spielsekunde auseinanderliegen. 120 bei einem Bot, der in Echtzeit jeden Tick beantwortet.</translation>
    </message>
    <message>
        <source>Install Python {version} or newer, and run `{python} -m venv venv` in {folder}.</source>
        <translation>Installiere Python {version} oder neuer und führe `{python} -m venv venv` in {folder} aus.</translation>
    </message>
    <message>
        <source>Install Python {version}, or uv, which fetches it.</source>
        <translation>Installiere Python {version} oder uv, das es holt.</translation>
    </message>
    <message>
        <source>Install what {agent} requires: {lines}.</source>
        <translation>Installiere, was {agent} verlangt: {lines}.</translation>
    </message>
    <message>
        <source>Install {packages} for &apos;{python}&apos;, which the run command of {agent} names.</source>
        <translation>Installiere {packages} für &apos;{python}&apos;, das im Startbefehl von {agent} steht.</translation>
    </message>
    <message>
        <source>The packages of &apos;{python}&apos; cannot be listed. {reason}</source>
        <translation>Die Pakete von „{python}“ lassen sich nicht auflisten. {reason}</translation>
    </message>
    <message>
        <source>It could not be checked ({how}).</source>
        <translation>Sie ließ sich nicht prüfen ({how}).</translation>
    </message>
    <message>
        <source>It could not be started.</source>
        <translation>Sie ließ sich nicht starten.</translation>
    </message>
    <message>
        <source>It ended before it was ready ({how})</source>
        <translation>Sie endete, bevor sie bereit war ({how})</translation>
    </message>
    <message>
        <source>It is not known what &apos;{python}&apos; has installed: its folder does not say.</source>
        <translation>Was „{python}“ installiert hat, ist nicht bekannt: Sein Ordner verrät es nicht.</translation>
    </message>
    <message>
        <source>It made {n} of {most} steps.</source>
        <translation>Sie machte {n} von {most} Schritten.</translation>
    </message>
    <message>
        <source>It played {n} of {most} episodes.</source>
        <translation>Sie spielte {n} von {most} Episoden.</translation>
    </message>
    <message>
        <source>It printed nothing and exited with code {code}.</source>
        <translation>Es gab keine Ausgabe und endete mit Code {code}.</translation>
    </message>
    <message>
        <source>It ran {n:.1f} of {most:g} s.</source>
        <translation>Sie lief {n:.1f} von {most:g} s.</translation>
    </message>
    <message>
        <source>It took longer than {seconds:g} s.</source>
        <translation>Es dauerte länger als {seconds:g} s.</translation>
    </message>
    <message>
        <source>It was cancelled.</source>
        <translation>Es wurde abgebrochen.</translation>
    </message>
    <message>
        <source>It was not ready within {seconds:g} s</source>
        <translation>Sie war binnen {seconds:g} s nicht bereit</translation>
    </message>
    <message>
        <source>It was stopped.</source>
        <translation>Er wurde gestoppt.</translation>
    </message>
    <message>
        <source>It was {ending}.</source>
        <translation>Es wurde {ending}.</translation>
    </message>
    <message>
        <source>Its check took more than {seconds:g} s.</source>
        <translation>Ihre Prüfung dauerte länger als {seconds:g} s.</translation>
    </message>
    <message>
        <source>Its environment cannot import &apos;rlbot&apos;. {reason}</source>
        <translation>Seine Umgebung kann &apos;rlbot&apos; nicht importieren. {reason}</translation>
    </message>
    <message>
        <source>Its last line was: {line}.</source>
        <translation>Seine letzte Zeile: {line}.</translation>
    </message>
    <message>
        <source>Its output is at the end of the log: {file}.</source>
        <translation>Seine Ausgabe steht am Ende des Protokolls: {file}.</translation>
    </message>
    <message>
        <source>Jump</source>
        <translation>Sprung</translation>
    </message>
    <message>
        <source>Kickabout&apos;s Python</source>
        <translation>Kickabouts Python</translation>
    </message>
    <message>
        <source>Known: {words:,}.</source>
        <translation>Bekannt: {words:,}.</translation>
    </message>
    <message>
        <source>Last output: {output}.</source>
        <translation>Letzte Ausgabe: {output}.</translation>
    </message>
    <message>
        <source>Late answers</source>
        <translation>Zu späte Antworten</translation>
    </message>
    <message>
        <source>Lateness, 95th percentile</source>
        <translation>Verspätung, 95. Perzentil</translation>
    </message>
    <message>
        <source>Lateness, 99th percentile</source>
        <translation>Verspätung, 99. Perzentil</translation>
    </message>
    <message>
        <source>Lateness, median</source>
        <translation>Verspätung, Median</translation>
    </message>
    <message>
        <source>Left while playing ({how})</source>
        <translation>Ging mitten im Spiel ({how})</translation>
    </message>
    <message>
        <source>Length of the car&apos;s velocity. 2300 uu/s is the maximum.</source>
        <translation>Betrag der Geschwindigkeit des Autos. Höchstens 2300 uu/s.</translation>
    </message>
    <message>
        <source>Length of the first ball&apos;s velocity.</source>
        <translation>Betrag der Geschwindigkeit des ersten Balls.</translation>
    </message>
    <message>
        <source>Logs cannot be kept in {folder}: {error}. The match continues without logs.</source>
        <translation>Protokolle lassen sich nicht in {folder} ablegen: {error}. Das Spiel geht ohne Protokolle weiter.</translation>
    </message>
    <message>
        <source>Logs cannot be written to {folder}: {reason}. The match continues without logs.</source>
        <translation>Protokolle lassen sich nicht in {folder} schreiben: {reason}. Das Spiel geht ohne Protokolle weiter.</translation>
    </message>
    <message>
        <source>Lost its connection and did not come back for {frames:,} frames, so it was killed.</source>
        <translation>Verlor die Verbindung, kam {frames:,} Frames lang nicht zurück und wurde abgebrochen.</translation>
    </message>
    <message>
        <source>Mean side of the ball in the last 10 s of play: positive while blue presses, negative while orange does.</source>
        <translation>Mittlere Seite des Balls in den letzten 10 s Spiel: positiv, wenn Blau drängt, negativ, wenn Orange drängt.</translation>
    </message>
    <message>
        <source>Median lateness of the newest ticks against the clock. No value in lockstep, and behind servers that do not report it.</source>
        <translation>Median der Verspätung der neuesten Ticks gegen die Uhr. Kein Wert im Lockstep und bei Servern, die ihn nicht melden.</translation>
    </message>
    <message>
        <source>Median time from a packet to the agent&apos;s answer, over its last 512 answers.</source>
        <translation>Median der Zeit vom Paket bis zur Antwort des Bots, über seine letzten 512 Antworten.</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Newest input: 1 is forwards, -1 backwards.</source>
        <translation>Neueste Eingabe: 1 ist vorwärts, -1 rückwärts.</translation>
    </message>
    <message>
        <source>Newest input: 1 is right, -1 left.</source>
        <translation>Neueste Eingabe: 1 ist rechts, -1 links.</translation>
    </message>
    <message>
        <source>Newest input: 1 raises the nose, -1 lowers it.</source>
        <translation>Neueste Eingabe: 1 hebt die Nase, -1 senkt sie.</translation>
    </message>
    <message>
        <source>Newest input: 1 rolls right in the air, -1 left.</source>
        <translation>Neueste Eingabe: 1 rollt in der Luft nach rechts, -1 nach links.</translation>
    </message>
    <message>
        <source>Newest input: 1 turns right in the air, -1 left.</source>
        <translation>Neueste Eingabe: 1 dreht in der Luft nach rechts, -1 nach links.</translation>
    </message>
    <message>
        <source>Newest input: 1 while the button is pressed, also with an empty tank.</source>
        <translation>Neueste Eingabe: 1, solange die Taste gedrückt ist, auch mit leerem Tank.</translation>
    </message>
    <message>
        <source>Newest input: 1 while the button is pressed.</source>
        <translation>Neueste Eingabe: 1, solange die Taste gedrückt ist.</translation>
    </message>
    <message>
        <source>No arena listens for a learner on {address} ({error}).</source>
        <translation>Unter {address} wartet keine Arena auf einen Lerner ({error}).</translation>
    </message>
    <message>
        <source>No connection can be accepted at the moment ({error}); new ones wait.</source>
        <translation>Gerade kann keine Verbindung angenommen werden ({error}); neue warten.</translation>
    </message>
    <message>
        <source>No game was played.</source>
        <translation>Es wurde kein Spiel gespielt.</translation>
    </message>
    <message>
        <source>No match is being played.</source>
        <translation>Es wird kein Spiel gespielt.</translation>
    </message>
    <message>
        <source>No phase before this one is named &quot;{name}&quot;.</source>
        <translation>Keine Phase vor dieser heißt „{name}“.</translation>
    </message>
    <message>
        <source>No restart is left; the limit is {limit} within {seconds:g} s.</source>
        <translation>Kein Neustart ist mehr frei; erlaubt sind {limit} in {seconds:g} s.</translation>
    </message>
    <message>
        <source>No restart is left; the limit is {limit}.</source>
        <translation>Kein Neustart ist mehr frei; erlaubt sind {limit}.</translation>
    </message>
    <message>
        <source>No restarts left: the match allows {limit} within {seconds:g} s.</source>
        <translation>Keine Neustarts mehr: Das Spiel erlaubt {limit} binnen {seconds:g} s.</translation>
    </message>
    <message>
        <source>No restarts left: the match allows {limit}.</source>
        <translation>Keine Neustarts mehr: Das Spiel erlaubt {limit}.</translation>
    </message>
    <message>
        <source>No server answered on {address} within {seconds:g} s.</source>
        <translation>Auf {address} antwortete binnen {seconds:g} s kein Server.</translation>
    </message>
    <message>
        <source>No such command: {name}.</source>
        <translation>Unbekannter Befehl: {name}.</translation>
    </message>
    <message>
        <source>Nothing arrived from {host} for {seconds:g} seconds. Try again.</source>
        <translation>Von {host} kam {seconds:g} Sekunden lang nichts. Versuch es noch einmal.</translation>
    </message>
    <message>
        <source>Nothing was moved: there is no ball {number} in this match.</source>
        <translation>Nichts wurde bewegt: In diesem Spiel gibt es keinen Ball {number}.</translation>
    </message>
    <message>
        <source>Nothing was moved: there is no car {number} in this match.</source>
        <translation>Nichts wurde bewegt: In diesem Spiel gibt es kein Auto {number}.</translation>
    </message>
    <message>
        <source>Number of times that a new version of the agent took over.</source>
        <translation>So oft hat eine neue Version des Bots übernommen.</translation>
    </message>
    <message>
        <source>Number of times that the agent was started again because it had ended by itself.</source>
        <translation>So oft wurde der Bot neu gestartet, weil er von selbst geendet hatte.</translation>
    </message>
    <message>
        <source>Opponents need cars that no agent controls.</source>
        <translation>Gegner brauchen Autos, die kein Agent steuert.</translation>
    </message>
    <message>
        <source>Orange</source>
        <translation>Orange</translation>
    </message>
    <message>
        <source>Orange won the series {games}.</source>
        <translation>Orange gewann die Serie mit {games}.</translation>
    </message>
    <message>
        <source>Orange won the tiebreak at {score}.</source>
        <translation>Orange gewann durch Tiebreak bei {score}.</translation>
    </message>
    <message>
        <source>Other cars that this car has demolished, by the scoreboard.</source>
        <translation>Andere Autos, die dieses Auto laut Anzeigetafel zerstört hat.</translation>
    </message>
    <message>
        <source>Overruns</source>
        <translation>Ausgelassene Ticks</translation>
    </message>
    <message>
        <source>Share of the answers since the previous report that took longer than a tick (8.3 ms) or missed lockstep.</source>
        <translation>Anteil der Antworten seit dem vorigen Bericht, die länger als einen Tick (8,3 ms) brauchten oder den Lockstep verpassten.</translation>
    </message>
    <message>
        <source>Share of the packets since the previous report that the agent has answered. In real time these are 120, the window of RLBot&apos;s performance monitor.</source>
        <translation>Anteil der Pakete seit dem vorigen Bericht, die der Bot beantwortet hat. In Echtzeit sind das 120, wie im Leistungsmonitor von RLBot.</translation>
    </message>
    <message>
        <source>Share of the play time in which blue had the ball, its nearest car more than 10 % nearer than orange&apos;s.</source>
        <translation>Anteil der Spielzeit, in dem Blau den Ball hatte: sein nächstes Auto mehr als 10 % näher als das von Orange.</translation>
    </message>
    <message>
        <source>Share of the play time in which orange had the ball, its nearest car more than 10 % nearer than blue&apos;s.</source>
        <translation>Anteil der Spielzeit, in dem Orange den Ball hatte: sein nächstes Auto mehr als 10 % näher als das von Blau.</translation>
    </message>
    <message>
        <source>Share of the play time in which the car was supersonic.</source>
        <translation>Anteil der Spielzeit, in dem das Auto Überschall fuhr.</translation>
    </message>
    <message>
        <source>Share of the play time with the air state on the ground, walls too.</source>
        <translation>Anteil der Spielzeit mit dem Zustand „auf dem Boden“, auch an Wänden.</translation>
    </message>
    <message>
        <source>Share of the play time with the ball in blue&apos;s half; the halfway line belongs to neither.</source>
        <translation>Anteil der Spielzeit mit dem Ball in Blaus Hälfte; die Mittellinie gehört zu keiner.</translation>
    </message>
    <message>
        <source>Share of the play time with the ball in orange&apos;s half; the halfway line belongs to neither.</source>
        <translation>Anteil der Spielzeit mit dem Ball in Oranges Hälfte; die Mittellinie gehört zu keiner.</translation>
    </message>
    <message>
        <source>Phase {phase} cannot begin: {reason}</source>
        <translation>Phase {phase} kann nicht beginnen: {reason}</translation>
    </message>
    <message>
        <source>Pitch</source>
        <translation>Nicken</translation>
    </message>
    <message>
        <source>Place of the ball between the goal lines: -1 at blue&apos;s goal, 1 at orange&apos;s.</source>
        <translation>Ort des Balls zwischen den Torlinien: -1 an Blaus Tor, 1 an Oranges.</translation>
    </message>
    <message>
        <source>Play time</source>
        <translation>Spielzeit</translation>
    </message>
    <message>
        <source>Possession</source>
        <translation>Ballbesitz</translation>
    </message>
    <message>
        <source>Possession of blue</source>
        <translation>Ballbesitz von Blau</translation>
    </message>
    <message>
        <source>Possession of orange</source>
        <translation>Ballbesitz von Orange</translation>
    </message>
    <message>
        <source>Pressure</source>
        <translation>Druck</translation>
    </message>
    <message>
        <source>Probability that blue wins, by score, scoring rates and time left. No value in a match without end. The model is described in docs/telemetry.md.</source>
        <translation>Wahrscheinlichkeit, dass Blau gewinnt, nach Spielstand, Torraten und Restzeit. Kein Wert in einem Spiel ohne Ende. Das Modell beschreibt docs/telemetry.md.</translation>
    </message>
    <message>
        <source>Processes could not be ended: {processes}.</source>
        <translation>Prozesse konnten nicht beendet werden: {processes}.</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>CPU time of all processes of the agent per second: 100 % is one core kept busy.</source>
        <translation>Rechenzeit aller Prozesse des Bots pro Sekunde: 100 % ist ein ausgelasteter Kern.</translation>
    </message>
    <message>
        <source>CPU cores {processors} cannot be reserved: {error}.</source>
        <translation>Die CPU-Kerne {processors} lassen sich nicht reservieren: {error}.</translation>
    </message>
    <message>
        <source>  [not sent: this server takes no console commands]</source>
        <translation>  [nicht gesendet: Dieser Server nimmt keine Konsolenbefehle an]</translation>
    </message>
    <message>
        <source>&apos;{path}&apos; cannot be read: {reason}.</source>
        <translation>„{path}“ kann nicht gelesen werden: {reason}.</translation>
    </message>
    <message>
        <source>&apos;{text}&apos; is not the number of a session.</source>
        <translation>&apos;{text}&apos; ist nicht die Nummer einer Sitzung.</translation>
    </message>
    <message>
        <source>&apos;{text}&apos; {reason}.</source>
        <translation>„{text}“ {reason}.</translation>
    </message>
    <message>
        <source>A bot has this time for its answers in lockstep, and as much again for every ten seconds of the game. A bot that has used it up is out, as if it had no restarts left.</source>
        <translation>So viel Zeit hat ein Bot im Lockstep für seine Antworten, und ebenso viel noch einmal für je zehn Sekunden Spielzeit. Wer sie verbraucht hat, ist ausgeschieden, als wären keine Neustarts mehr übrig.</translation>
    </message>
    <message>
        <source>A bot that answers no packet for this many ticks is restarted. Needs a game that reports answers.</source>
        <translation>Ein Bot, der so viele Ticks lang kein Paket beantwortet, wird neu gestartet. Das Spiel muss Antworten melden.</translation>
    </message>
    <message>
        <source>A process that Kickabout did not start took over the cars of {agent}, with the key of this agent.</source>
        <translation>Ein Prozess, den Kickabout nicht gestartet hat, hat mit dem Schlüssel von {agent} dessen Autos übernommen.</translation>
    </message>
    <message>
        <source>A rule of Rocket League of which only the name is published.</source>
        <translation>Eine Regel von Rocket League, von der nur der Name veröffentlicht ist.</translation>
    </message>
    <message>
        <source>A team scores a point after possessing the ball this long.</source>
        <translation>Ein Team bekommt einen Punkt, wenn es den Ball so lange besitzt.</translation>
    </message>
    <message>
        <source>A version of the policy is kept as an opponent after this many steps</source>
        <translation>Nach so vielen Schritten wird eine Version der Strategie als Gegner behalten</translation>
    </message>
    <message>
        <source>Address of a Dask scheduler on whose machines the workers run; several with commas</source>
        <translation>Adresse eines Dask-Schedulers, auf dessen Rechnern die Worker laufen; mehrere mit Kommas</translation>
    </message>
    <message>
        <source>After a goal, the next kickoff starts at once.</source>
        <translation>Nach einem Tor beginnt der nächste Anstoß sofort.</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>Agent</translation>
    </message>
    <message>
        <source>All cars: self-play</source>
        <translation>Alle Autos: gegen sich selbst</translation>
    </message>
    <message>
        <source>Also saves one each time the phase has run this many steps; empty for never</source>
        <translation>Speichert auch immer dann einen, wenn die Phase so viele Schritte gelaufen ist; leer für nie</translation>
    </message>
    <message>
        <source>An antivirus has probably removed or locked it. Open Windows Security &gt; Virus &amp; threat protection &gt; Protection history of Windows Defender, or the quarantine of another antivirus; restore the file, and exclude {folder} from scans. Then try again, or let Kickabout download the server.</source>
        <translation>Wahrscheinlich hat ein Virenschutz die Datei entfernt oder gesperrt. Öffne Windows-Sicherheit &gt; Viren- &amp; Bedrohungsschutz &gt; Schutzverlauf von Windows Defender oder die Quarantäne eines anderen Virenschutzes; stell die Datei wieder her und nimm {folder} von der Überprüfung aus. Versuch es dann wieder, oder lass Kickabout den Server herunterladen.</translation>
    </message>
    <message>
        <source>Another opponent every (steps)</source>
        <translation>Anderer Gegner alle (Schritte)</translation>
    </message>
    <message>
        <source>Arena</source>
        <translation>Arena</translation>
    </message>
    <message>
        <source>Arenas of each</source>
        <translation>Arenen je Worker</translation>
    </message>
    <message>
        <source>Ball bounciness</source>
        <translation>Sprungkraft des Balls</translation>
    </message>
    <message>
        <source>Ball gravity</source>
        <translation>Schwerkraft des Balls</translation>
    </message>
    <message>
        <source>Ball size</source>
        <translation>Größe des Balls</translation>
    </message>
    <message>
        <source>Ball top speed</source>
        <translation>Höchsttempo des Balls</translation>
    </message>
    <message>
        <source>Ball type</source>
        <translation>Art des Balls</translation>
    </message>
    <message>
        <source>Ball weight</source>
        <translation>Gewicht des Balls</translation>
    </message>
    <message>
        <source>Blue cars</source>
        <translation>Blaue Autos</translation>
    </message>
    <message>
        <source>Boost amount</source>
        <translation>Boost-Menge</translation>
    </message>
    <message>
        <source>Boost available</source>
        <translation>Boost verfügbar</translation>
    </message>
    <message>
        <source>Boost strength</source>
        <translation>Boost-Stärke</translation>
    </message>
    <message>
        <source>Bot packages</source>
        <translation>Pakete der Bots</translation>
    </message>
    <message>
        <source>Bots may move things</source>
        <translation>Bots dürfen Dinge versetzen</translation>
    </message>
    <message>
        <source>Bots play with and without Easy Anti-Cheat, but without it Rocket League refuses online matches until it is started again, and with it mods such as BakkesMod do not work.</source>
        <translation>Bots spielen mit und ohne Easy Anti-Cheat, aber ohne verweigert Rocket League Online-Spiele, bis es neu gestartet wird, und mit funktionieren Mods wie BakkesMod nicht.</translation>
    </message>
    <message>
        <source>CPU cores: {shares}.</source>
        <translation>CPU-Kerne: {shares}.</translation>
    </message>
    <message>
        <source>Checkpoint</source>
        <translation>Checkpoint</translation>
    </message>
    <message>
        <source>Checkpoint every (s)</source>
        <translation>Checkpoint alle (s)</translation>
    </message>
    <message>
        <source>Checkpoint every (steps)</source>
        <translation>Checkpoint alle (Schritte)</translation>
    </message>
    <message>
        <source>Checkpoints kept</source>
        <translation>Behaltene Checkpoints</translation>
    </message>
    <message>
        <source>Checkpoints that are kept of each phase, besides the best</source>
        <translation>Checkpoints, die von jeder Phase neben dem besten bleiben</translation>
    </message>
    <message>
        <source>Choose another one in the settings; until then, bots use Kickabout&apos;s.</source>
        <translation>Wähl in den Einstellungen ein anderes; bis dahin benutzen Bots das von Kickabout.</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>Uhr</translation>
    </message>
    <message>
        <source>Clock length</source>
        <translation>Spieluhr</translation>
    </message>
    <message>
        <source>Close it; Kickabout starts it again with a match, or offers to.</source>
        <translation>Schließ es; Kickabout startet es mit einem Spiel neu oder bietet es an.</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>Cluster</translation>
    </message>
    <message>
        <source>Could not be checked: {reason}</source>
        <translation>Konnte nicht geprüft werden: {reason}</translation>
    </message>
    <message>
        <source>Custom launcher</source>
        <translation>Eigener Starter</translation>
    </message>
    <message>
        <source>Delay before a restart</source>
        <translation>Wartezeit vor einem Neustart</translation>
    </message>
    <message>
        <source>Delete files, or set {variable} to a folder on another disk.</source>
        <translation>Lösch Dateien, oder setz {variable} auf einen Ordner auf einem anderen Laufwerk.</translation>
    </message>
    <message>
        <source>Demolition ball</source>
        <translation>Zerstörerball</translation>
    </message>
    <message>
        <source>Document or folder of another run</source>
        <translation>Dokument oder Ordner eines anderen Laufs</translation>
    </message>
    <message>
        <source>Dodge timer</source>
        <translation>Zeitfenster für die Rolle</translation>
    </message>
    <message>
        <source>Drawing by bots</source>
        <translation>Zeichnen durch Bots</translation>
    </message>
    <message>
        <source>Driving</source>
        <translation>Fahren</translation>
    </message>
    <message>
        <source>Evaluation every (steps)</source>
        <translation>Bewertung alle (Schritte)</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>Ereignis</translation>
    </message>
    <message>
        <source>Extra points for an assist</source>
        <translation>Zusatzpunkte für eine Vorlage</translation>
    </message>
    <message>
        <source>Floor damage</source>
        <translation>Bodenschaden</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Freeplay</source>
        <translation>Freies Spiel</translation>
    </message>
    <message>
        <source>Game mode</source>
        <translation>Spielmodus</translation>
    </message>
    <message>
        <source>Game speed</source>
        <translation>Spieltempo</translation>
    </message>
    <message>
        <source>Games against each</source>
        <translation>Spiele gegen jeden</translation>
    </message>
    <message>
        <source>Generated files</source>
        <translation>Erzeugte Dateien</translation>
    </message>
    <message>
        <source>Get it with `git lfs pull`, or from a release of the bot that contains it.</source>
        <translation>Hol sie mit `git lfs pull` oder aus einer Veröffentlichung des Bots, die sie enthält.</translation>
    </message>
    <message>
        <source>Goals score</source>
        <translation>Tore zählen</translation>
    </message>
    <message>
        <source>Goals to win</source>
        <translation>Tore bis zum Sieg</translation>
    </message>
    <message>
        <source>Graphics: Qt {qt}. The arena is painted in software.</source>
        <translation>Grafik: Qt {qt}. Die Arena wird in Software gezeichnet.</translation>
    </message>
    <message>
        <source>Graphics: not checked without a window.</source>
        <translation>Grafik: ohne Fenster nicht geprüft.</translation>
    </message>
    <message>
        <source>Gravity</source>
        <translation>Schwerkraft</translation>
    </message>
    <message>
        <source>How a draw is decided.</source>
        <translation>Wie ein Unentschieden entschieden wird.</translation>
    </message>
    <message>
        <source>How long a bot or script may take to connect, and then to be ready. Bots that load big models need more.</source>
        <translation>Wie lange ein Bot oder Skript brauchen darf, um sich zu verbinden, und dann, um bereit zu sein. Bots, die große Modelle laden, brauchen mehr.</translation>
    </message>
    <message>
        <source>How long after a jump a car can jump again or dodge.</source>
        <translation>Wie lange nach einem Sprung ein Auto noch einmal springen oder sich abrollen kann.</translation>
    </message>
    <message>
        <source>How many restarts are allowed within the window below.</source>
        <translation>Wie viele Neustarts im folgenden Zeitfenster erlaubt sind.</translation>
    </message>
    <message>
        <source>How often a bot or script that crashed, exited or hung is restarted in one match. Choose or enter a number.</source>
        <translation>Wie oft ein Bot oder Skript nach Absturz, Ende oder Hänger in einem Spiel neu gestartet wird. Wähle oder tippe eine Zahl.</translation>
    </message>
    <message>
        <source>How often a car can jump before it lands.</source>
        <translation>Wie oft ein Auto springen kann, bevor es landet.</translation>
    </message>
    <message>
        <source>How often the present policy is the opponent: 0 never, 1 always</source>
        <translation>Wie oft die jetzige Strategie der Gegner ist: 0 nie, 1 immer</translation>
    </message>
    <message>
        <source>If a bot only needs more time to load, raise ready_s in [kickabout.restarts] of the match.</source>
        <translation>Wenn ein Bot nur mehr Zeit zum Laden braucht, erhöhe ready_s in [kickabout.restarts] des Spiels.</translation>
    </message>
    <message>
        <source>If a match is running</source>
        <translation>Wenn ein Spiel läuft</translation>
    </message>
    <message>
        <source>If off, you start every bot and script by hand.</source>
        <translation>Wenn aus, startest du jeden Bot und jedes Skript von Hand.</translation>
    </message>
    <message>
        <source>Improvements of this much or less do not count</source>
        <translation>Verbesserungen um höchstens so viel zählen nicht</translation>
    </message>
    <message>
        <source>In the settings: {version}, {path}.</source>
        <translation>In den Einstellungen: {version}, {path}.</translation>
    </message>
    <message>
        <source>In this phase; empty for the number of the run</source>
        <translation>In dieser Phase; leer für die Anzahl des Laufs</translation>
    </message>
    <message>
        <source>Install uv, or start Kickabout with a Python that has pip.</source>
        <translation>Installier uv, oder starte Kickabout mit einem Python, das pip hat.</translation>
    </message>
    <message>
        <source>Install {packages}, which {agent} imports but does not require.</source>
        <translation>{packages} installieren: {agent} importiert es, verlangt es aber nicht.</translation>
    </message>
    <message>
        <source>Install {tool}, or let the command begin with `python`: then Kickabout installs what the bot requires.</source>
        <translation>Installiere {tool}, oder lass den Befehl mit `python` beginnen: Dann installiert Kickabout, was der Bot verlangt.</translation>
    </message>
    <message>
        <source>Internal error: {error}</source>
        <translation>Interner Fehler: {error}</translation>
    </message>
    <message>
        <source>It answered no packet within {seconds:g} s</source>
        <translation>Sie hat in {seconds:g} s kein Paket beantwortet</translation>
    </message>
    <message>
        <source>It answered only {answers} of {packets} packets within {seconds:g} s</source>
        <translation>Sie hat in {seconds:g} s nur {answers} von {packets} Paketen beantwortet</translation>
    </message>
    <message>
        <source>It cannot be started with both anti-cheat and the arguments for bots. Turn anti-cheat off.</source>
        <translation>Mit Anti-Cheat und den Argumenten für Bots zugleich ist kein Start möglich. Schalte Anti-Cheat aus.</translation>
    </message>
    <message>
        <source>It did not answer.</source>
        <translation>Antwortete nicht.</translation>
    </message>
    <message>
        <source>It does not run; a match in Rocket League starts it.</source>
        <translation>Läuft nicht; ein Spiel in Rocket League startet es.</translation>
    </message>
    <message>
        <source>It does not run; a match starts it.</source>
        <translation>Läuft nicht; ein Spiel startet es.</translation>
    </message>
    <message>
        <source>It ended ({how})</source>
        <translation>Sie wurde beendet ({how})</translation>
    </message>
    <message>
        <source>It hung at {place}.</source>
        <translation>Hing bei {place}.</translation>
    </message>
    <message>
        <source>It is started with anti-cheat.</source>
        <translation>Es wird mit Anti-Cheat gestartet.</translation>
    </message>
    <message>
        <source>It is started without anti-cheat.</source>
        <translation>Es wird ohne Anti-Cheat gestartet.</translation>
    </message>
    <message>
        <source>It raised an error</source>
        <translation>Sie hat einen Fehler ausgelöst</translation>
    </message>
    <message>
        <source>It raised an error on trial</source>
        <translation>Sie hat in der Probe einen Fehler ausgelöst</translation>
    </message>
    <message>
        <source>It runs (process {pid}), but was not started for bots.</source>
        <translation>Läuft (Prozess {pid}), wurde aber nicht für Bots gestartet.</translation>
    </message>
    <message>
        <source>It runs for bots (process {pid}), with port {port}.</source>
        <translation>Läuft für Bots (Prozess {pid}), mit Port {port}.</translation>
    </message>
    <message>
        <source>It runs on port {port} (process {pid}); Kickabout uses it.</source>
        <translation>Läuft auf Port {port} (Prozess {pid}); Kickabout benutzt es.</translation>
    </message>
    <message>
        <source>It runs with Proton in &apos;{path}&apos;.</source>
        <translation>Es läuft mit Proton in „{path}“.</translation>
    </message>
    <message>
        <source>It stopped answering</source>
        <translation>Sie hat nicht mehr geantwortet</translation>
    </message>
    <message>
        <source>It took too long for its answers in lockstep: its answer_budget_s is used up.</source>
        <translation>Seine Antworten haben im Lockstep zu lange gedauert: Sein answer_budget_s ist verbraucht.</translation>
    </message>
    <message>
        <source>It used more than {megabytes:,} MB of memory before it took over</source>
        <translation>Sie hat vor der Übernahme mehr als {megabytes:,} MB Speicher belegt</translation>
    </message>
    <message>
        <source>It was not ready within {limit:.0f} s. Log in to it first.</source>
        <translation>Es war nach {limit:.0f} s nicht bereit. Melde dich zuerst dort an.</translation>
    </message>
    <message>
        <source>It was still running this line.</source>
        <translation>Sie führte diese Zeile noch aus.</translation>
    </message>
    <message>
        <source>Its program is {path} ({origin}).</source>
        <translation>Sein Programm ist {path} ({origin}).</translation>
    </message>
    <message>
        <source>Its version is {version}.</source>
        <translation>Seine Version ist {version}.</translation>
    </message>
    <message>
        <source>Jumps</source>
        <translation>Sprünge</translation>
    </message>
    <message>
        <source>Keep it up</source>
        <translation>Hochhalten</translation>
    </message>
    <message>
        <source>Kickabout drives cars in its arena only. This game has a window of its own: drive there.</source>
        <translation>Kickabout steuert Autos nur in seiner Arena. Dieses Spiel hat ein eigenes Fenster: Fahr dort.</translation>
    </message>
    <message>
        <source>Kickabout runs it on port {port} (process {pid}).</source>
        <translation>Läuft unter Kickabout auf Port {port} (Prozess {pid}).</translation>
    </message>
    <message>
        <source>Kickabout {version}, Python {python}, {system}.</source>
        <translation>Kickabout {version}, Python {python}, {system}.</translation>
    </message>
    <message>
        <source>Kickabout&apos;s own: {version}, {path}.</source>
        <translation>Das von Kickabout: {version}, {path}.</translation>
    </message>
    <message>
        <source>Length of a game (s)</source>
        <translation>Länge eines Spiels (s)</translation>
    </message>
    <message>
        <source>Logs</source>
        <translation>Protokolle</translation>
    </message>
    <message>
        <source>Longest delay</source>
        <translation>Längste Wartezeit</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>Karte</translation>
    </message>
    <message>
        <source>Match admin</source>
        <translation>Spielleitung</translation>
    </message>
    <message>
        <source>Maximum</source>
        <translation>Maximum</translation>
    </message>
    <message>
        <source>Maximum episodes</source>
        <translation>Maximale Episoden</translation>
    </message>
    <message>
        <source>Maximum seconds</source>
        <translation>Maximale Sekunden</translation>
    </message>
    <message>
        <source>Maximum steps</source>
        <translation>Maximale Schritte</translation>
    </message>
    <message>
        <source>Minimum</source>
        <translation>Minimum</translation>
    </message>
    <message>
        <source>Missing packages: choose Install or Play without them</source>
        <translation>Fehlende Pakete: Wähle Installieren oder Ohne sie spielen</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>Modus</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Name of the agent in checkpoints</source>
        <translation>Name des Agenten in Checkpoints</translation>
    </message>
    <message>
        <source>Name of the phase that saved it</source>
        <translation>Name der Phase, die ihn gespeichert hat</translation>
    </message>
    <message>
        <source>Neither uv nor pip can be found, so no packages of bots can be installed.</source>
        <translation>Weder uv noch pip sind zu finden, deshalb lassen sich keine Pakete für Bots installieren.</translation>
    </message>
    <message>
        <source>No agent drives car {car}.</source>
        <translation>Kein Agent fährt Auto {car}.</translation>
    </message>
    <message>
        <source>No other way was tried, because Rocket League may still be starting. Close it, then try again.</source>
        <translation>Kein anderer Weg wurde versucht, weil Rocket League vielleicht noch startet. Schließe es und versuche es noch einmal.</translation>
    </message>
    <message>
        <source>No progress for (steps)</source>
        <translation>Kein Fortschritt (Schritte)</translation>
    </message>
    <message>
        <source>No progress: metric</source>
        <translation>Kein Fortschritt: Messwert</translation>
    </message>
    <message>
        <source>No progress: up to</source>
        <translation>Kein Fortschritt: bis zu</translation>
    </message>
    <message>
        <source>Nobody played for most of the match.</source>
        <translation>Die meiste Zeit des Spiels hat niemand gespielt.</translation>
    </message>
    <message>
        <source>Not installed: {names}.</source>
        <translation>Nicht installiert: {names}.</translation>
    </message>
    <message>
        <source>Noticing saved files</source>
        <translation>Bemerken gespeicherter Dateien</translation>
    </message>
    <message>
        <source>Number of balls</source>
        <translation>Zahl der Bälle</translation>
    </message>
    <message>
        <source>Of each evaluation in this phase; empty for the number of the gallery</source>
        <translation>Bei jeder Bewertung in dieser Phase; leer für die Anzahl der Galerie</translation>
    </message>
    <message>
        <source>Of each worker in the whole run; -1 for any number</source>
        <translation>Von jedem Worker im ganzen Lauf; -1 für beliebig viele</translation>
    </message>
    <message>
        <source>Older checkpoints</source>
        <translation>Ältere Checkpoints</translation>
    </message>
    <message>
        <source>Only the arena plays at this speed; {game} plays in real time or at {minimum:g} to {maximum:g} times the normal speed.</source>
        <translation>Nur die Arena spielt mit diesem Tempo; für {game} gibt es Echtzeit und das {minimum:g}- bis {maximum:g}-Fache.</translation>
    </message>
    <message>
        <source>Orange cars</source>
        <translation>Orange Autos</translation>
    </message>
    <message>
        <source>Overtime</source>
        <translation>Verlängerung</translation>
    </message>
    <message>
        <source>Packages</source>
        <translation>Pakete</translation>
    </message>
    <message>
        <source>Packages of bots are installed with {name} ({path}).</source>
        <translation>Pakete der Bots werden mit {name} ({path}) installiert.</translation>
    </message>
    <message>
        <source>Period (s)</source>
        <translation>Zeitraum (s)</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>Phase</translation>
    </message>
    <message>
        <source>Play without a clock, a score or an end.</source>
        <translation>Spielen ohne Uhr, Spielstand und Ende.</translation>
    </message>
    <message>
        <source>Plays against the gallery in between; empty for never</source>
        <translation>Spielt zwischendurch gegen die Galerie; leer für nie</translation>
    </message>
    <message>
        <source>Points for a demolition</source>
        <translation>Punkte für eine Zerstörung</translation>
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
        <source>Points for possession</source>
        <translation>Punkte für Ballbesitz</translation>
    </message>
    <message>
        <source>Port {port}, {use}, is free.</source>
        <translation>Port {port}, {use}, ist frei.</translation>
    </message>
    <message>
        <source>Port {port}, {use}, is used by another user&apos;s process, or by one that the system does not show.</source>
        <translation>Port {port}, {use}, wird vom Prozess eines anderen Benutzers verwendet, oder von einem, den das System nicht zeigt.</translation>
    </message>
    <message>
        <source>Port {port}, {use}, is used by {name} (process {pid}).</source>
        <translation>Port {port}, {use}, wird von {name} (Prozess {pid}) verwendet.</translation>
    </message>
    <message>
        <source>Ports</source>
        <translation>Ports</translation>
    </message>
    <message>
        <source>Power-ups</source>
        <translation>Power-ups</translation>
    </message>
    <message>
        <source>Python for bots</source>
        <translation>Python für Bots</translation>
    </message>
    <message>
        <source>RLBot {version} has no RLBotServer for this system ({system}, {machine}). Play in the arena, or on a server of another computer.</source>
        <translation>RLBot {version} hat keinen RLBotServer für dieses System ({system}, {machine}). Spiel in der Arena oder auf einem Server eines anderen Rechners.</translation>
    </message>
    <message>
        <source>RLBotServer</source>
        <translation>RLBotServer</translation>
    </message>
    <message>
        <source>RLBotServer did not answer within {seconds:g} s; the log of the game says how far it came.</source>
        <translation>RLBotServer hat innerhalb von {seconds:g} s nicht geantwortet; das Protokoll des Spiels sagt, wie weit er kam.</translation>
    </message>
    <message>
        <source>RLBotServer did not stop within {seconds:g} s.</source>
        <translation>RLBotServer endete nicht innerhalb von {seconds:g} s.</translation>
    </message>
    <message>
        <source>RLBotServer ended the session. {reason}</source>
        <translation>RLBotServer hat die Sitzung beendet. {reason}</translation>
    </message>
    <message>
        <source>RLBotServer is not at the configured path {path}.</source>
        <translation>RLBotServer ist nicht am eingestellten Pfad {path}.</translation>
    </message>
    <message>
        <source>RLBotServer refused the match. Its log says: {line}</source>
        <translation>RLBotServer hat das Match abgelehnt. Sein Protokoll sagt: {line}</translation>
    </message>
    <message>
        <source>RLBotServer {version} ({size}) from {address}, SHA-256 {hash}.</source>
        <translation>RLBotServer {version} ({size}) von {address}, SHA-256 {hash}.</translation>
    </message>
    <message>
        <source>RLBotServer {version} ({size}) from {address}. Its checksum is not published; Kickabout shows it after the download.</source>
        <translation>RLBotServer {version} ({size}) von {address}. Die Prüfsumme ist nicht veröffentlicht; Kickabout zeigt sie nach dem Herunterladen.</translation>
    </message>
    <message>
        <source>RLBotServer {version} is installed as {path}. SHA-256: {hash}</source>
        <translation>RLBotServer {version} ist installiert als {path}. SHA-256: {hash}</translation>
    </message>
    <message>
        <source>RLBotServer {version} is too old: Kickabout and current bots cannot read its packets. Update it to {first} or newer.</source>
        <translation>RLBotServer {version} ist zu alt: Kickabout und aktuelle Bots können seine Pakete nicht lesen. Aktualisiere ihn auf {first} oder neuer.</translation>
    </message>
    <message>
        <source>Raise fs.inotify.max_user_watches and fs.inotify.max_user_instances; until then, saves are noticed later.</source>
        <translation>Erhöh fs.inotify.max_user_watches und fs.inotify.max_user_instances; bis dahin wird Speichern später bemerkt.</translation>
    </message>
    <message>
        <source>Random map: {map} ({upk}).</source>
        <translation>Zufällige Karte: {map} ({upk}).</translation>
    </message>
    <message>
        <source>Remove cluster, or let older versions play ([opponents]).</source>
        <translation>cluster entfernen, oder ältere Versionen spielen lassen ([opponents]).</translation>
    </message>
    <message>
        <source>Remove it, or change the mutators of the environment.</source>
        <translation>Entfernen, oder die Mutatoren der Umgebung ändern.</translation>
    </message>
    <message>
        <source>Resident memory of all processes of the agent.</source>
        <translation>Belegter Speicher aller Prozesse des Bots.</translation>
    </message>
    <message>
        <source>Respawn time</source>
        <translation>Zeit bis zum Wiedereinstieg</translation>
    </message>
    <message>
        <source>Response time, 95th percentile</source>
        <translation>Antwortzeit, 95. Perzentil</translation>
    </message>
    <message>
        <source>Response time, 99th percentile</source>
        <translation>Antwortzeit, 99. Perzentil</translation>
    </message>
    <message>
        <source>Response time, median</source>
        <translation>Antwortzeit, Median</translation>
    </message>
    <message>
        <source>Restarts</source>
        <translation>Neustarts</translation>
    </message>
    <message>
        <source>Restarts allowed</source>
        <translation>Erlaubte Neustarts</translation>
    </message>
    <message>
        <source>Restarts do not help.</source>
        <translation>Neustarts helfen nicht.</translation>
    </message>
    <message>
        <source>Restarts in {seconds:g} s ({count}).</source>
        <translation>Startet in {seconds:g} s neu ({count}).</translation>
    </message>
    <message>
        <source>Restarts per match</source>
        <translation>Neustarts pro Spiel</translation>
    </message>
    <message>
        <source>Restarts per period</source>
        <translation>Neustarts je Zeitraum</translation>
    </message>
    <message>
        <source>Restarts per window</source>
        <translation>Neustarts pro Zeitfenster</translation>
    </message>
    <message>
        <source>Rocket League</source>
        <translation>Rocket League</translation>
    </message>
    <message>
        <source>Rocket League already runs, but does not connect to this server. Close it, then try again.</source>
        <translation>Rocket League läuft schon, verbindet sich aber nicht mit diesem Server. Schließe es und versuche es noch einmal.</translation>
    </message>
    <message>
        <source>Rocket League cannot be started; the arena needs neither it nor RLBotServer.</source>
        <translation>Rocket League lässt sich nicht starten; die Arena braucht weder das Spiel noch RLBotServer.</translation>
    </message>
    <message>
        <source>Rocket League connects to port {port}, but RLBotServer expects it on port {expected}. It has to be closed and started again.</source>
        <translation>Rocket League verbindet sich mit Port {port}, aber RLBotServer erwartet es auf Port {expected}. Es muss geschlossen und neu gestartet werden.</translation>
    </message>
    <message>
        <source>Rocket League could not be started.</source>
        <translation>Rocket League ließ sich nicht starten.</translation>
    </message>
    <message>
        <source>Rocket League did not start within {limit:.0f} s.</source>
        <translation>Rocket League ist nach {limit:.0f} s nicht gestartet.</translation>
    </message>
    <message>
        <source>Rocket League ended at once.</source>
        <translation>Rocket League hat sich sofort wieder beendet.</translation>
    </message>
    <message>
        <source>Rocket League has not loaded the match within {seconds:g} s. A dialog in the game may wait for you.</source>
        <translation>Rocket League hat das Match innerhalb von {seconds:g} s nicht geladen. Vielleicht wartet im Spiel ein Dialog auf dich.</translation>
    </message>
    <message>
        <source>Rocket League has not run with Proton yet. Start it once in Steam.</source>
        <translation>Rocket League lief noch nie mit Proton. Starte es einmal in Steam.</translation>
    </message>
    <message>
        <source>Rocket League has not started within {seconds:g} s. Start it yourself with the arguments for bots, or let Kickabout start it: see Environment.</source>
        <translation>Rocket League ist innerhalb von {seconds:g} s nicht gestartet. Starte es selbst mit den Argumenten für Bots oder lass Kickabout es starten: siehe Umgebung.</translation>
    </message>
    <message>
        <source>Rocket League is in &apos;{path}&apos;.</source>
        <translation>Rocket League ist in „{path}“.</translation>
    </message>
    <message>
        <source>Rocket League is there, but {name} was not found. Install it.</source>
        <translation>Rocket League ist da, aber {name} wurde nicht gefunden. Installiere es.</translation>
    </message>
    <message>
        <source>Rocket League runs but has not connected to RLBotServer within {seconds:g} s. Close it and start again.</source>
        <translation>Rocket League läuft, hat sich aber innerhalb von {seconds:g} s nicht mit RLBotServer verbunden. Schließe es und starte neu.</translation>
    </message>
    <message>
        <source>Rocket League runs, but it was not started for bots. It has to be closed and started again.</source>
        <translation>Rocket League läuft, wurde aber nicht für Bots gestartet. Es muss geschlossen und neu gestartet werden.</translation>
    </message>
    <message>
        <source>Rocket League was not found.</source>
        <translation>Rocket League wurde nicht gefunden.</translation>
    </message>
    <message>
        <source>Rocket League was started for another server. Remove `-rlbot` from its start options.</source>
        <translation>Rocket League wurde für einen anderen Server gestartet. Entferne `-rlbot` aus seinen Startoptionen.</translation>
    </message>
    <message>
        <source>Rocket League was started without arguments for bots.</source>
        <translation>Rocket League wurde ohne Argumente für Bots gestartet.</translation>
    </message>
    <message>
        <source>Roll</source>
        <translation>Rollen</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Running server</source>
        <translation>Laufender Server</translation>
    </message>
    <message>
        <source>Save a replay</source>
        <translation>Wiederholung speichern</translation>
    </message>
    <message>
        <source>Save a replay file of every match.</source>
        <translation>Von jedem Spiel eine Wiederholung speichern.</translation>
    </message>
    <message>
        <source>Score of blue</source>
        <translation>Spielstand von Blau</translation>
    </message>
    <message>
        <source>Score of orange</source>
        <translation>Spielstand von Orange</translation>
    </message>
    <message>
        <source>Script &apos;{name}&apos;</source>
        <translation>Skript &apos;{name}&apos;</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>Series</source>
        <translation>Serie</translation>
    </message>
    <message>
        <source>Session {number}</source>
        <translation>Sitzung {number}</translation>
    </message>
    <message>
        <source>Set {variable} to a folder that you can write to.</source>
        <translation>Setz {variable} auf einen Ordner, in den du schreiben kannst.</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Share of the present policy</source>
        <translation>Anteil der jetzigen Strategie</translation>
    </message>
    <message>
        <source>Share on ground</source>
        <translation>Anteil am Boden</translation>
    </message>
    <message>
        <source>Share supersonic</source>
        <translation>Anteil Überschall</translation>
    </message>
    <message>
        <source>Show bot performance</source>
        <translation>Leistung der Bots anzeigen</translation>
    </message>
    <message>
        <source>Skip goal replays</source>
        <translation>Torwiederholungen auslassen</translation>
    </message>
    <message>
        <source>Snapshot every (steps)</source>
        <translation>Schnappschuss alle (Schritte)</translation>
    </message>
    <message>
        <source>Sound</source>
        <translation>Ton</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>Stale ball</source>
        <translation>Liegender Ball</translation>
    </message>
    <message>
        <source>Start Kickabout with launch.py, which installs the packages that it needs.</source>
        <translation>Starte Kickabout mit launch.py, das die benötigten Pakete installiert.</translation>
    </message>
    <message>
        <source>Start Rocket League with</source>
        <translation>Rocket League starten mit</translation>
    </message>
    <message>
        <source>Start bots and scripts</source>
        <translation>Bots und Skripte starten</translation>
    </message>
    <message>
        <source>Start it without Kickabout to see what it asks for, such as a login or an update, then try again. You can also start it yourself with these arguments: {words}</source>
        <translation>Starte es ohne Kickabout, um zu sehen, was es verlangt, etwa eine Anmeldung oder ein Update, und versuche es noch einmal. Du kannst es auch selbst mit diesen Argumenten starten: {words}</translation>
    </message>
    <message>
        <source>Start it yourself, agent id {agent_id}, port {port}: {command}</source>
        <translation>Starte ihn selbst, Agent-ID {agent_id}, Port {port}: {command}</translation>
    </message>
    <message>
        <source>Start without countdown</source>
        <translation>Start ohne Countdown</translation>
    </message>
    <message>
        <source>Starts fresh.</source>
        <translation>Beginnt neu.</translation>
    </message>
    <message>
        <source>Starts fresh: there is no checkpoint before it.</source>
        <translation>Beginnt neu: Es gibt keinen früheren Checkpoint.</translation>
    </message>
    <message>
        <source>Steam has no Proton for Rocket League. Choose one in the game&apos;s properties.</source>
        <translation>Steam hat kein Proton für Rocket League. Wähle eines in den Eigenschaften des Spiels.</translation>
    </message>
    <message>
        <source>Steam is set to {tool}, which was not found.</source>
        <translation>Steam ist auf {tool} eingestellt, das nicht gefunden wurde.</translation>
    </message>
    <message>
        <source>Steam&apos;s library &apos;{path}&apos; does not exist. Connect its disk.</source>
        <translation>Steams Bibliothek „{path}“ gibt es nicht. Schließ ihr Laufwerk an.</translation>
    </message>
    <message>
        <source>Steer</source>
        <translation>Lenkung</translation>
    </message>
    <message>
        <source>Step mode has no effect: only the arena that Kickabout starts has it.</source>
        <translation>Der Schrittmodus hat keine Wirkung: Nur die Arena, die Kickabout startet, hat ihn.</translation>
    </message>
    <message>
        <source>Step mode is not enabled; send enable first.</source>
        <translation>Der Schrittmodus ist nicht eingeschaltet; sende zuerst enable.</translation>
    </message>
    <message>
        <source>Step mode is off: an unknown number of ticks passes between two actions from now on.</source>
        <translation>Der Schrittmodus ist aus: Zwischen zwei Aktionen vergehen ab jetzt unbekannt viele Ticks.</translation>
    </message>
    <message>
        <source>Step mode is on, but no car is free for a learner.</source>
        <translation>Der Schrittmodus ist an, aber kein Auto ist für einen Lerner frei.</translation>
    </message>
    <message>
        <source>Step mode: start the learner with the environment variable {variable}={key}.</source>
        <translation>Schrittmodus: Der Lerner muss mit der Umgebungsvariable {variable}={key} gestartet werden.</translation>
    </message>
    <message>
        <source>Steps after which another version is drawn</source>
        <translation>Schritte, nach denen eine andere Version gezogen wird</translation>
    </message>
    <message>
        <source>Still alive: {processes:,}</source>
        <translation>Laufen noch: {processes:,}</translation>
    </message>
    <message>
        <source>Still running: {processes:,}.</source>
        <translation>Läuft noch: {processes:,}.</translation>
    </message>
    <message>
        <source>Success: at least</source>
        <translation>Erfolg: mindestens</translation>
    </message>
    <message>
        <source>Success: at most</source>
        <translation>Erfolg: höchstens</translation>
    </message>
    <message>
        <source>Success: mean of</source>
        <translation>Erfolg: Mittel aus</translation>
    </message>
    <message>
        <source>Success: metric</source>
        <translation>Erfolg: Messwert</translation>
    </message>
    <message>
        <source>Sum of the chances of blue&apos;s touches to become goals; the model is described in docs/telemetry.md.</source>
        <translation>Summe der Torchancen aller Ballberührungen von Blau; das Modell beschreibt docs/telemetry.md.</translation>
    </message>
    <message>
        <source>Sum of the chances of orange&apos;s touches to become goals; the model is described in docs/telemetry.md.</source>
        <translation>Summe der Torchancen aller Ballberührungen von Orange; das Modell beschreibt docs/telemetry.md.</translation>
    </message>
    <message>
        <source>Sum of the chances of the car&apos;s touches to become goals; the model is described in docs/telemetry.md.</source>
        <translation>Summe der Torchancen aller Ballberührungen des Autos; das Modell beschreibt docs/telemetry.md.</translation>
    </message>
    <message>
        <source>Swaps</source>
        <translation>Wechsel</translation>
    </message>
    <message>
        <source>System</source>
        <translation>System</translation>
    </message>
    <message>
        <source>Territory</source>
        <translation>Territorium</translation>
    </message>
    <message>
        <source>The Python in the settings does not exist: {path}.</source>
        <translation>Das Python in den Einstellungen gibt es nicht: {path}.</translation>
    </message>
    <message>
        <source>The address contains a user name or password, which would be saved in a file. Remove it.</source>
        <translation>Die Adresse enthält einen Benutzernamen oder ein Passwort, das in einer Datei gespeichert würde. Entfern es.</translation>
    </message>
    <message>
        <source>The address of {host} cannot be found ({reason}). Check the name, or write the address as a number.</source>
        <translation>Die Adresse von {host} wurde nicht gefunden ({reason}). Prüfe den Namen oder schreib die Adresse als Zahl.</translation>
    </message>
    <message>
        <source>The answer about the repository lacks {name}. Try again later.</source>
        <translation>In der Antwort über das Repository fehlt {name}. Versuch es später wieder.</translation>
    </message>
    <message>
        <source>The answer of {host} is too long.</source>
        <translation>Die Antwort von {host} ist zu lang.</translation>
    </message>
    <message>
        <source>The archive contains a device file: {name}. It is not unpacked.</source>
        <translation>Das Archiv enthält eine Gerätedatei: {name}. Es wird nicht entpackt.</translation>
    </message>
    <message>
        <source>The archive contains a name of {count} characters: {name} … It is not unpacked.</source>
        <translation>Das Archiv enthält einen Namen mit {count} Zeichen: {name} … Es wird nicht entpackt.</translation>
    </message>
    <message>
        <source>The archive contains a name that is not valid text: {name}. It is not unpacked.</source>
        <translation>Das Archiv enthält einen Namen, der kein gültiger Text ist: {name}. Es wird nicht entpackt.</translation>
    </message>
    <message>
        <source>The archive contains a name that is too long ({count} bytes): {name}. It is not unpacked.</source>
        <translation>Das Archiv enthält einen zu langen Namen ({count} Byte): {name}. Es wird nicht entpackt.</translation>
    </message>
    <message>
        <source>The archive contains a name with unprintable characters: {name}. It is not unpacked.</source>
        <translation>Das Archiv enthält einen Namen mit nicht darstellbaren Zeichen: {name}. Es wird nicht entpackt.</translation>
    </message>
    <message>
        <source>The archive contains more than {count} files. It is not unpacked.</source>
        <translation>Das Archiv enthält mehr als {count} Dateien. Es wird nicht entpackt.</translation>
    </message>
    <message>
        <source>The archive contains more than {count} folders. It is not unpacked.</source>
        <translation>Das Archiv enthält mehr als {count} Ordner. Es wird nicht entpackt.</translation>
    </message>
    <message>
        <source>The archive contains {count} nested folders: {name} … It is not unpacked.</source>
        <translation>Das Archiv enthält {count} verschachtelte Ordner: {name} … Es wird nicht entpackt.</translation>
    </message>
    <message>
        <source>The archive contains {name}, a file name that Windows does not allow. It is not unpacked.</source>
        <translation>Das Archiv enthält {name}, einen Dateinamen, den Windows nicht erlaubt. Es wird nicht entpackt.</translation>
    </message>
    <message>
        <source>The archive has a header that would use too much memory. It is not unpacked.</source>
        <translation>Das Archiv hat einen Kopf, der zu viel Speicher brauchen würde. Es wird nicht entpackt.</translation>
    </message>
    <message>
        <source>The archive would write outside its folder: {name}. It is not unpacked.</source>
        <translation>Das Archiv würde außerhalb seines Ordners schreiben: {name}. Es wird nicht entpackt.</translation>
    </message>
    <message>
        <source>The archive {name} has an unusual compression. Unpack it yourself and add the folder.</source>
        <translation>Das Archiv {name} ist auf ungewöhnliche Weise komprimiert. Entpacke es selbst und füge den Ordner hinzu.</translation>
    </message>
    <message>
        <source>The archive {name} is damaged or incomplete: {reason}.</source>
        <translation>Das Archiv {name} ist beschädigt oder nicht vollständig: {reason}.</translation>
    </message>
    <message>
        <source>The archive {name} is empty.</source>
        <translation>Das Archiv {name} ist leer.</translation>
    </message>
    <message>
        <source>The archive {name} needs a password. Unpack it yourself and add the folder.</source>
        <translation>Das Archiv {name} braucht ein Passwort. Entpack es selbst und füg den Ordner hinzu.</translation>
    </message>
    <message>
        <source>The archive {name} unpacks to more than {size}, which is suspicious for its size. It is not unpacked.</source>
        <translation>Das Archiv {name} würde entpackt über {size} belegen, verdächtig viel für seine Größe. Es wird nicht entpackt.</translation>
    </message>
    <message>
        <source>The arena broke down: {error}</source>
        <translation>Die Arena ist ausgefallen: {error}</translation>
    </message>
    <message>
        <source>The arena cannot be loaded: {reason}</source>
        <translation>Die Arena lässt sich nicht laden: {reason}</translation>
    </message>
    <message>
        <source>The arena crashed ({how}).</source>
        <translation>Die Arena ist abgestürzt ({how}).</translation>
    </message>
    <message>
        <source>The arena crashed ({how}): {output}</source>
        <translation>Die Arena ist abgestürzt ({how}): {output}</translation>
    </message>
    <message>
        <source>The arena did not answer {command}, which was sent {times} times, within {seconds:g} s each.</source>
        <translation>Die Arena hat {command}, {times}-mal gesendet, nicht innerhalb von je {seconds:g} s beantwortet.</translation>
    </message>
    <message>
        <source>The arena did not listen within {seconds:g} s; its log says how far it came.</source>
        <translation>Die Arena war binnen {seconds:g} s nicht zu erreichen; ihr Protokoll sagt, wie weit sie kam.</translation>
    </message>
    <message>
        <source>The arena did not load within {seconds:g} s.</source>
        <translation>Die Arena hat nicht innerhalb von {seconds:g} s geladen.</translation>
    </message>
    <message>
        <source>The arena ended the session. {reason}</source>
        <translation>Die Arena hat die Sitzung beendet. {reason}</translation>
    </message>
    <message>
        <source>The arena ends.</source>
        <translation>Die Arena endet.</translation>
    </message>
    <message>
        <source>The arena has loaded the walls of {only} alone; {mode} needs an arena of its own.</source>
        <translation>Die Arena hat nur die Wände von {only} geladen; {mode} braucht eine eigene Arena.</translation>
    </message>
    <message>
        <source>The arena itself drives car {car} ({name}).</source>
        <translation>Die Arena fährt Auto {car} ({name}) selbst.</translation>
    </message>
    <message>
        <source>The arena loads.</source>
        <translation>Die Arena lässt sich laden.</translation>
    </message>
    <message>
        <source>The arena plays {modes}; {mode} needs Rocket League.</source>
        <translation>Die Arena spielt {modes}; {mode} braucht Rocket League.</translation>
    </message>
    <message>
        <source>The arena plays {mode} on the standard field; {mode} on the map {map} needs Rocket League.</source>
        <translation>Die Arena spielt {mode} auf dem Standardfeld; {mode} auf der Karte {map} braucht Rocket League.</translation>
    </message>
    <message>
        <source>The ball is reset when nobody touches it for this long.</source>
        <translation>Der Ball wird zurückgesetzt, wenn ihn so lange niemand berührt.</translation>
    </message>
    <message>
        <source>The built-in game: needs nothing else and runs on any machine</source>
        <translation>Das eingebaute Spiel: braucht nichts weiter, läuft auf jedem Rechner</translation>
    </message>
    <message>
        <source>The checkpoint could not be written: {reason}.</source>
        <translation>Der Checkpoint konnte nicht geschrieben werden: {reason}.</translation>
    </message>
    <message>
        <source>The command `{command}` starts Rocket League.</source>
        <translation>Der Befehl `{command}` startet Rocket League.</translation>
    </message>
    <message>
        <source>The command was not carried out to its end: step mode was disabled.</source>
        <translation>Der Befehl wurde nicht zu Ende ausgeführt: Der Schrittmodus wurde ausgeschaltet.</translation>
    </message>
    <message>
        <source>The configuration of Dask has no {missing} in distributed.comm.tls.</source>
        <translation>In der Konfiguration von Dask fehlt {missing} unter distributed.comm.tls.</translation>
    </message>
    <message>
        <source>The connection to the arena ended: {error}.</source>
        <translation>Die Verbindung zur Arena endete: {error}.</translation>
    </message>
    <message>
        <source>The connection to the server broke: {error}.</source>
        <translation>Die Verbindung zum Server ist abgebrochen: {error}.</translation>
    </message>
    <message>
        <source>The connection to {address} is not encrypted: anybody on the way could run programs on both machines. Use tls:// with certificates, or a scheduler on this machine.</source>
        <translation>Die Verbindung zu {address} ist nicht verschlüsselt: Jeder auf dem Weg könnte auf beiden Rechnern Programme ausführen. Verwende tls:// mit Zertifikaten oder einen Scheduler auf diesem Rechner.</translation>
    </message>
    <message>
        <source>The connection to {host} cannot be trusted: {reason}. Check this machine&apos;s clock and any network filter.</source>
        <translation>Der Verbindung zu {host} ist nicht zu trauen: {reason}. Prüf die Uhr dieses Rechners und Filter im Netz.</translation>
    </message>
    <message>
        <source>The connection to {host} has no password and no encryption: use it only in a network that you trust.</source>
        <translation>Die Verbindung zu {host} hat weder Passwort noch Verschlüsselung: Nutze sie nur in einem Netz, dem du vertraust.</translation>
    </message>
    <message>
        <source>The constructor of {name} takes no setup, which is deprecated: it got seed and sizes.</source>
        <translation>Der Konstruktor von {name} nimmt kein setup, was veraltet ist: Er bekam Startwert und Größen.</translation>
    </message>
    <message>
        <source>The delay before the first restart; it doubles with each further restart in the window.</source>
        <translation>Die Wartezeit vor dem ersten Neustart; sie verdoppelt sich mit jedem weiteren im Zeitfenster.</translation>
    </message>
    <message>
        <source>The delay never grows beyond this.</source>
        <translation>Länger wird die Wartezeit nie.</translation>
    </message>
    <message>
        <source>The directions in which cars can drive.</source>
        <translation>Die Richtungen, in die Autos fahren können.</translation>
    </message>
    <message>
        <source>The disk is too full for a checkpoint: {free} are free, {needed} are needed.</source>
        <translation>Der Datenträger ist zu voll für einen Checkpoint: {free} sind frei, {needed} werden gebraucht.</translation>
    </message>
    <message>
        <source>The disk of {folder} has only {free} left. Free some space, then try again.</source>
        <translation>Auf dem Datenträger von {folder} sind nur {free} frei. Schaff Platz und versuch es dann wieder.</translation>
    </message>
    <message>
        <source>Not enough disk space in {folder}: {free} free, but the download of {size} and its unpacked files need more. Free some space, then try again.</source>
        <translation>Auf dem Datenträger von {folder} sind {free} frei, zu wenig für {size} und die entpackten Dateien. Schaff Platz und versuch es dann wieder.</translation>
    </message>
    <message>
        <source>The document {path} cannot be read: {reason}. The pack&apos;s files are unchanged; add the pack again to manage it.</source>
        <translation>Das Dokument {path} kann nicht gelesen werden: {reason}. Die Dateien des Pakets sind unverändert; füg es noch einmal hinzu, um es zu verwalten.</translation>
    </message>
    <message>
        <source>The download is incomplete. Try again.</source>
        <translation>Der Download ist unvollständig. Versuch es noch einmal.</translation>
    </message>
    <message>
        <source>The downloaded file does not match its checksum. Check again, then retry.</source>
        <translation>Die geladene Datei ist nicht die angebotene. Prüf noch einmal und versuch es dann wieder.</translation>
    </message>
    <message>
        <source>The environment &apos;{place}&apos; is not used: RLBot v4 needs Python {versions}, and it has {version}.</source>
        <translation>Die Umgebung &apos;{place}&apos; wird nicht benutzt: RLBot v4 braucht Python {versions}, und sie hat {version}.</translation>
    </message>
    <message>
        <source>The environment &apos;{place}&apos; is not used: it is of another system, or the Python that made it is gone.</source>
        <translation>Die Umgebung &apos;{place}&apos; wird nicht benutzt: Sie stammt von einem anderen System, oder das Python, mit dem sie angelegt wurde, ist nicht mehr da.</translation>
    </message>
    <message>
        <source>The environment cannot be built.</source>
        <translation>Die Umgebung kann nicht aufgebaut werden.</translation>
    </message>
    <message>
        <source>The file has {size} or more, which is too large for a pack.</source>
        <translation>Die Datei hat {size} oder mehr; das ist zu groß für ein Paket.</translation>
    </message>
    <message>
        <source>The file {path} cannot be read: {reason}.</source>
        <translation>Die Datei {path} kann nicht gelesen werden: {reason}.</translation>
    </message>
    <message>
        <source>The file {path} has changed. Check again, then retry.</source>
        <translation>Die Datei {path} hat sich geändert. Prüf noch einmal und versuch es dann wieder.</translation>
    </message>
    <message>
        <source>The file {path} no longer exists.</source>
        <translation>Die Datei {path} gibt es nicht mehr.</translation>
    </message>
    <message>
        <source>The files of the former run are kept in {folder}.</source>
        <translation>Die Dateien des früheren Laufs bleiben in {folder}.</translation>
    </message>
    <message>
        <source>The first command of a learner must have the key of the match: Kickabout shows it at the start, and StepClient takes it from the environment variable {variable}.</source>
        <translation>Der erste Befehl eines Lerners braucht den Schlüssel des Matches: Kickabout zeigt ihn beim Start, und StepClient nimmt ihn aus der Umgebungsvariable {variable}.</translation>
    </message>
    <message>
        <source>The first kickoff starts at once.</source>
        <translation>Der erste Anstoß beginnt sofort.</translation>
    </message>
    <message>
        <source>The first line of &apos;{program}&apos; names &apos;{interpreter}&apos;, which does not exist.</source>
        <translation>Die erste Zeile von &apos;{program}&apos; nennt &apos;{interpreter}&apos;, das es nicht gibt.</translation>
    </message>
    <message>
        <source>The folder has a file of this name: write &apos;./{program}&apos;.</source>
        <translation>Der Ordner hat eine Datei dieses Namens: Schreib &apos;./{program}&apos;.</translation>
    </message>
    <message>
        <source>The folder of --walls has no .cmf file in its sub-folder {folder}, which {mode} is played in.</source>
        <translation>Der Ordner von --walls hat keine .cmf-Datei in seinem Unterordner {folder}, in dem {mode} gespielt wird.</translation>
    </message>
    <message>
        <source>The folder of the run, {folder}, cannot be used: {reason}. Name another one with folder in [run].</source>
        <translation>Der Ordner des Laufs, {folder}, kann nicht verwendet werden: {reason}. Nenne mit folder in [run] einen anderen.</translation>
    </message>
    <message>
        <source>The folder {folder} cannot be read: {reason}.</source>
        <translation>Der Ordner {folder} kann nicht gelesen werden: {reason}.</translation>
    </message>
    <message>
        <source>The gallery is empty, so there is nothing to play against.</source>
        <translation>Die Galerie ist leer, daher gibt es keine Gegner.</translation>
    </message>
    <message>
        <source>The game did not kick off within {seconds:g} s.</source>
        <translation>Binnen {seconds:g} s gab es keinen Anstoß.</translation>
    </message>
    <message>
        <source>The game does not listen yet.</source>
        <translation>Das Spiel ist noch nicht zu erreichen.</translation>
    </message>
    <message>
        <source>The game has sent nothing for {seconds:g} s: it may hang. If it stays silent, the match ends after {limit:g} s.</source>
        <translation>Das Spiel hat seit {seconds:g} s nichts gesendet: Vielleicht hängt es. Bleibt es dabei, endet das Spiel nach {limit:g} s.</translation>
    </message>
    <message>
        <source>The game is sending again.</source>
        <translation>Das Spiel sendet wieder.</translation>
    </message>
    <message>
        <source>The game sent nothing for {seconds:g} s.</source>
        <translation>Das Spiel hat {seconds:g} s lang nichts gesendet.</translation>
    </message>
    <message>
        <source>The games were not played: {reason}</source>
        <translation>Die Spiele wurden nicht gespielt: {reason}</translation>
    </message>
    <message>
        <source>The id {id} is older than the last one, {last}: ids must grow.</source>
        <translation>Die Nummer {id} ist älter als die letzte, {last}: Nummern müssen wachsen.</translation>
    </message>
    <message>
        <source>The installed version of {name} is no longer available. Update it.</source>
        <translation>Die installierte Version von {name} gibt es nicht mehr. Aktualisier das Paket.</translation>
    </message>
    <message>
        <source>The installer found no fault, but it {state}.</source>
        <translation>Der Installierer fand keinen Fehler, aber es {state}.</translation>
    </message>
    <message>
        <source>The last installation of what {agent} requires was not completed: {lines}. Install it again.</source>
        <translation>Die letzte Installation dessen, was {agent} verlangt, wurde nicht fertig: {lines}. Installiere es noch einmal.</translation>
    </message>
    <message>
        <source>The last worker stays: a run needs one.</source>
        <translation>Der letzte Worker bleibt: Ein Lauf braucht einen.</translation>
    </message>
    <message>
        <source>The latest, the best, or the name of its folder</source>
        <translation>Der neueste, der beste oder der Name seines Ordners</translation>
    </message>
    <message>
        <source>The learner cannot continue from {folder}: {error}.</source>
        <translation>Der Lerner kann nicht bei {folder} fortsetzen: {error}.</translation>
    </message>
    <message>
        <source>The learner ended the phase.</source>
        <translation>Der Lerner hat die Phase beendet.</translation>
    </message>
    <message>
        <source>The learner has left; its cars have neutral controls from now on.</source>
        <translation>Der Lerner ist gegangen; seine Autos haben ab jetzt neutrale Eingaben.</translation>
    </message>
    <message>
        <source>The learner has switched step mode off, so the number of ticks between its actions is unknown.</source>
        <translation>Der Lerner hat den Schrittmodus ausgeschaltet: Zwischen seinen Aktionen vergehen unbekannt viele Ticks.</translation>
    </message>
    <message>
        <source>The learner is back.</source>
        <translation>Der Lerner ist zurück.</translation>
    </message>
    <message>
        <source>The learner is busy. Its cars stand still until its next step.</source>
        <translation>Der Lerner ist beschäftigt. Seine Autos stehen bis zu seinem nächsten Schritt.</translation>
    </message>
    <message>
        <source>The learner is busy: it has sent nothing for {seconds:g} s. Its cars have neutral controls, and the match waits for its next step.</source>
        <translation>Der Lerner ist beschäftigt: Er hat {seconds:g} s lang nichts gesendet. Seine Autos haben neutrale Eingaben, und das Spiel wartet auf seinen nächsten Schritt.</translation>
    </message>
    <message>
        <source>The learner is restarted from the newest complete checkpoint.</source>
        <translation>Der Lerner wird vom neuesten vollständigen Checkpoint neu gestartet.</translation>
    </message>
    <message>
        <source>The learner process did not connect within {seconds:g} s.</source>
        <translation>Der Lernerprozess hat sich nicht innerhalb von {seconds:g} s verbunden.</translation>
    </message>
    <message>
        <source>The learner process ended unexpectedly: {ending}.</source>
        <translation>Der Lernerprozess endete unerwartet: {ending}.</translation>
    </message>
    <message>
        <source>The learner process sent something that is not an event.</source>
        <translation>Der Lernerprozess hat etwas gesendet, das kein Ereignis ist.</translation>
    </message>
    <message>
        <source>The learner process still ran {seconds:g} s after the end of the run, and is killed. A thread that the learner started may not have ended.</source>
        <translation>Der Lernprozess lief {seconds:g} s nach dem Ende des Laufs noch und wird beendet. Vielleicht ist ein Thread, den der Lerner gestartet hat, nicht zu Ende gegangen.</translation>
    </message>
    <message>
        <source>The learner no longer drives a car.</source>
        <translation>Der Lerner fährt kein Auto mehr.</translation>
    </message>
    <message>
        <source>The learner steps the match.</source>
        <translation>Der Lerner führt das Spiel Schritt für Schritt.</translation>
    </message>
    <message>
        <source>The length of the window in which restarts are counted.</source>
        <translation>Die Länge des Zeitfensters, in dem Neustarts gezählt werden.</translation>
    </message>
    <message>
        <source>The live view ended: {error}.</source>
        <translation>Die Live-Ansicht endete: {error}.</translation>
    </message>
    <message>
        <source>The match cannot be sent to its agents. {error}</source>
        <translation>Das Spiel lässt sich seinen Agenten nicht senden. {error}</translation>
    </message>
    <message>
        <source>The match cannot be sent to the game. {error}</source>
        <translation>Das Spieldokument lässt sich nicht an das Spiel senden. {error}</translation>
    </message>
    <message>
        <source>The match could not start: {missing}</source>
        <translation>Das Spiel konnte nicht beginnen: {missing}</translation>
    </message>
    <message>
        <source>The match did not start. {reason}</source>
        <translation>Das Spiel hat nicht begonnen. {reason}</translation>
    </message>
    <message>
        <source>The match ends after this time, whatever the clock shows.</source>
        <translation>Das Spiel endet nach dieser Zeit, unabhängig von der Uhr.</translation>
    </message>
    <message>
        <source>The match ends as soon as a team has this many goals.</source>
        <translation>Das Spiel endet, sobald ein Team so viele Tore hat.</translation>
    </message>
    <message>
        <source>The match has ended.</source>
        <translation>Das Spiel ist zu Ende.</translation>
    </message>
    <message>
        <source>The match starts when every bot and script is ready.</source>
        <translation>Das Spiel beginnt, wenn jeder Bot und jedes Skript bereit ist.</translation>
    </message>
    <message>
        <source>The match was ended. {fault}</source>
        <translation>Das Spiel wurde beendet. {fault}</translation>
    </message>
    <message>
        <source>The mean of this many values of the metric must reach it</source>
        <translation>Das Mittel aus so vielen Messwerten muss ihn erreichen</translation>
    </message>
    <message>
        <source>The message has {size} bytes; the protocol carries at most {most}.</source>
        <translation>Die Nachricht hat {size} Bytes; das Protokoll überträgt höchstens {most}.</translation>
    </message>
    <message>
        <source>The module &apos;{module}&apos; cannot be imported: {error}.</source>
        <translation>Das Modul „{module}“ kann nicht importiert werden: {error}.</translation>
    </message>
    <message>
        <source>The module &apos;{module}&apos; has no class &apos;{name}&apos;.</source>
        <translation>Das Modul „{module}“ hat keine Klasse „{name}“.</translation>
    </message>
    <message>
        <source>The name may have been read wrongly: save the document as UTF-8.</source>
        <translation>Vielleicht wurde der Name falsch gelesen: Speicher das Dokument als UTF-8.</translation>
    </message>
    <message>
        <source>The new loadout takes effect in the next match, since this one allows no state setting.</source>
        <translation>Das neue Aussehen gilt ab dem nächsten Spiel, weil dieses keinen Zustand setzen lässt.</translation>
    </message>
    <message>
        <source>The new version cannot be installed in {folder}: {reason}. The old version is unchanged. Close the programs that use its files, then try again.</source>
        <translation>Die neue Version lässt sich nicht in {folder} installieren: {reason}. Die alte ist unverändert. Beende die Programme, die ihre Dateien benutzen, und versuch es dann wieder.</translation>
    </message>
    <message>
        <source>The new {key} takes effect in the next match.</source>
        <translation>Neu gilt ab dem nächsten Spiel: {key}.</translation>
    </message>
    <message>
        <source>The newest checkpoints of this run, each as a player</source>
        <translation>Die neuesten Checkpoints dieses Laufs, jeder als ein Spieler</translation>
    </message>
    <message>
        <source>The newest ones are kept</source>
        <translation>Die neuesten werden behalten</translation>
    </message>
    <message>
        <source>The number of frames must be from 1 to {most}, not &apos;{text}&apos;.</source>
        <translation>Die Zahl der Frames muss von 1 bis {most} sein, nicht &apos;{text}&apos;.</translation>
    </message>
    <message>
        <source>The number of times that this car has been demolished.</source>
        <translation>So oft wurde dieses Auto zerstört.</translation>
    </message>
    <message>
        <source>The opponents have no method set_parameters.</source>
        <translation>Die Gegner haben keine Methode set_parameters.</translation>
    </message>
    <message>
        <source>The pack cannot be prepared in {folder}: {reason}.</source>
        <translation>Das Paket kann in {folder} nicht vorbereitet werden: {reason}.</translation>
    </message>
    <message>
        <source>The parameter &apos;{parameter}&apos; of &apos;{name}&apos; must be a number.</source>
        <translation>Der Parameter „{parameter}“ von „{name}“ muss eine Zahl sein.</translation>
    </message>
    <message>
        <source>Share of the collected boost that came from pads in the opponents&apos; half.</source>
        <translation>Anteil des gesammelten Boosts, der von Feldern in der gegnerischen Hälfte kam.</translation>
    </message>
    <message>
        <source>The phase was stopped.</source>
        <translation>Die Phase wurde gestoppt.</translation>
    </message>
    <message>
        <source>The match sets the physics, so they cannot vary between episodes.</source>
        <translation>Die Physik gibt das Spiel vor, darum kann sie sich nicht von Episode zu Episode ändern.</translation>
    </message>
    <message>
        <source>The repository or branch {source} does not exist or is private. Check the name.</source>
        <translation>Das Repository oder den Zweig {source} gibt es nicht, oder es ist privat. Prüf den Namen.</translation>
    </message>
    <message>
        <source>The run cannot be resumed, because its document has changed since checkpoint {name}: {keys}. Undo the change, or start from scratch.</source>
        <translation>Der Lauf kann nicht fortgesetzt werden, weil sich sein Dokument seit Checkpoint {name} geändert hat: {keys}. Mache die Änderung rückgängig oder beginne neu.</translation>
    </message>
    <message>
        <source>The run command `{command}` has a quotation that does not end.</source>
        <translation>Im Startbefehl `{command}` endet ein Anführungszeichen nicht.</translation>
    </message>
    <message>
        <source>The run command `{command}` names no program.</source>
        <translation>Der Startbefehl `{command}` nennt kein Programm.</translation>
    </message>
    <message>
        <source>The run has no [{table}].</source>
        <translation>Der Lauf hat kein [{table}].</translation>
    </message>
    <message>
        <source>The run has no parameter &quot;{name}&quot;.</source>
        <translation>Der Lauf hat keinen Parameter „{name}“.</translation>
    </message>
    <message>
        <source>The run is already running: {folder} is in use.</source>
        <translation>Der Lauf läuft bereits: {folder} wird benutzt.</translation>
    </message>
    <message>
        <source>The scheduler {address} cannot be reached: {error}.</source>
        <translation>Der Scheduler {address} ist nicht erreichbar: {error}.</translation>
    </message>
    <message>
        <source>The series is drawn, {games} games.</source>
        <translation>Die Serie endete unentschieden mit {games} Partien.</translation>
    </message>
    <message>
        <source>The series was cancelled at {games} games and a score of {score}.</source>
        <translation>Die Serie wurde bei {games} Partien und einem Stand von {score} abgebrochen.</translation>
    </message>
    <message>
        <source>The service sent nothing for {seconds:g} s.</source>
        <translation>Der Dienst hat {seconds:g} s lang nichts gesendet.</translation>
    </message>
    <message>
        <source>The service stopped unexpectedly ({how}).</source>
        <translation>Der Dienst hat unerwartet aufgehört ({how}).</translation>
    </message>
    <message>
        <source>The supervisor could not be started: {error}.</source>
        <translation>Der Aufseher-Prozess konnte nicht starten: {error}.</translation>
    </message>
    <message>
        <source>The supervisor ended unexpectedly (code {code}).</source>
        <translation>Der Aufseher endete unerwartet (Code {code}).</translation>
    </message>
    <message>
        <source>The supervisor is not there.</source>
        <translation>Der Aufseher-Prozess fehlt.</translation>
    </message>
    <message>
        <source>The supervisor is already running.</source>
        <translation>Der Aufseher-Prozess läuft schon.</translation>
    </message>
    <message>
        <source>The supervisor takes no commands.</source>
        <translation>Der Aufseher-Prozess nimmt keine Befehle an.</translation>
    </message>
    <message>
        <source>The text {text} cannot be sent: it is not valid Unicode.</source>
        <translation>Der Text {text} kann nicht gesendet werden: Er ist kein gültiges Unicode.</translation>
    </message>
    <message>
        <source>The traceback is at the end of the log: {file}.</source>
        <translation>Der Traceback steht am Ende des Protokolls: {file}.</translation>
    </message>
    <message>
        <source>The user starts this agent.</source>
        <translation>Diesen Bot startest du selbst.</translation>
    </message>
    <message>
        <source>A match of {blue} against {orange} cannot be played.</source>
        <translation>Ein Spiel {blue} gegen {orange} lässt sich nicht spielen.</translation>
    </message>
    <message>
        <source>Such a match against a bot cannot be played.</source>
        <translation>Ein solches Spiel gegen einen Bot lässt sich nicht spielen.</translation>
    </message>
    <message>
        <source>There is no car to drive: the match has no human player.</source>
        <translation>Es gibt kein Auto zu fahren: Das Spiel hat keinen menschlichen Spieler.</translation>
    </message>
    <message>
        <source>There is no car {car} in this match.</source>
        <translation>In diesem Spiel gibt es kein Auto {car}.</translation>
    </message>
    <message>
        <source>There is no complete checkpoint, so the run starts from scratch.</source>
        <translation>Es gibt keinen vollständigen Checkpoint, daher beginnt der Lauf neu.</translation>
    </message>
    <message>
        <source>There is no connection to the server.</source>
        <translation>Es besteht keine Verbindung zum Server.</translation>
    </message>
    <message>
        <source>There is no key {key} here.</source>
        <translation>Hier gibt es keinen Schlüssel {key}.</translation>
    </message>
    <message>
        <source>There is no looks_config, so the car has the default items.</source>
        <translation>Es gibt keine looks_config, darum hat das Auto die Standardteile.</translation>
    </message>
    <message>
        <source>There is no match, bot, script, loadout or run document in this folder.</source>
        <translation>In diesem Ordner ist kein Dokument eines Spiels, Bots, Skripts, Laufs oder einer Ausstattung.</translation>
    </message>
    <message>
        <source>There is no metric &quot;{name}&quot;, so this never ends the phase.</source>
        <translation>Es gibt keinen Messwert „{name}“, also beendet das die Phase nie.</translation>
    </message>
    <message>
        <source>There is no name.</source>
        <translation>Es fehlt ein Name.</translation>
    </message>
    <message>
        <source>There is no pack {name}. Packs on this machine: none.</source>
        <translation>Es gibt kein Paket {name}. Pakete auf diesem Rechner: keine.</translation>
    </message>
    <message>
        <source>There is no pack {name}. Packs on this machine: {known:,}.</source>
        <translation>Es gibt kein Paket {name}. Pakete auf diesem Rechner: {known:,}.</translation>
    </message>
    <message>
        <source>There is no situation &apos;{name}&apos;; known: {names:,}.</source>
        <translation>Es gibt keine Situation „{name}“; bekannt: {names:,}.</translation>
    </message>
    <message>
        <source>There is no skill &apos;{skill}&apos;. Known skills: {known:,}.</source>
        <translation>Es gibt keine Spielstärke „{skill}“. Bekannte Spielstärken: {known:,}.</translation>
    </message>
    <message>
        <source>There is no such value. Known values: {known:,}.</source>
        <translation>Diesen Wert gibt es nicht. Bekannte Werte: {known:,}.</translation>
    </message>
    <message>
        <source>There is no worker {n}.</source>
        <translation>Es gibt keinen Worker {n}.</translation>
    </message>
    <message>
        <source>These processes could not be ended: {processes:,}.</source>
        <translation>Diese Prozesse ließen sich nicht beenden: {processes:,}.</translation>
    </message>
    <message>
        <source>This agent needs {file}, which is compiled for Windows only.</source>
        <translation>Dieser Agent braucht {file}, das nur für Windows kompiliert ist.</translation>
    </message>
    <message>
        <source>This bot needs {program}, which only works with the native library of RLBot v4 and the game on Windows.</source>
        <translation>Dieser Bot braucht {program}, das nur mit der nativen Bibliothek von RLBot v4 und dem Spiel unter Windows funktioniert.</translation>
    </message>
    <message>
        <source>This car has no team.</source>
        <translation>Dieses Auto hat kein Team.</translation>
    </message>
    <message>
        <source>This computer cannot watch more folders, so Kickabout scans {folder} about once a second. On Linux, raise fs.inotify.max_user_watches and fs.inotify.max_user_instances.</source>
        <translation>Dieser Rechner beobachtet keine weiteren Ordner, darum sieht Kickabout {folder} etwa jede Sekunde durch. Unter Linux hilft es, fs.inotify.max_user_watches und fs.inotify.max_user_instances zu erhöhen.</translation>
    </message>
    <message>
        <source>This file cannot be compiled: {reason}.</source>
        <translation>Diese Datei lässt sich nicht kompilieren: {reason}.</translation>
    </message>
    <message>
        <source>This must be &apos;all&apos;, &apos;blue&apos; or &apos;one&apos;.</source>
        <translation>Das muss &apos;all&apos;, &apos;blue&apos; oder &apos;one&apos; sein.</translation>
    </message>
    <message>
        <source>This must be from {least} to {most}.</source>
        <translation>Das muss von {least} bis {most} sein.</translation>
    </message>
    <message>
        <source>This must be {expected}.</source>
        <translation>Das muss {expected} sein.</translation>
    </message>
    <message>
        <source>This is not a match of RLBot v4: it has no [Match Configuration].</source>
        <translation>Das ist kein Spiel von RLBot v4: Es hat keine [Match Configuration].</translation>
    </message>
    <message>
        <source>This is not a match, bot, script, loadout or run document.</source>
        <translation>Das ist kein Dokument eines Spiels, Bots, Skripts, Laufs oder einer Ausstattung.</translation>
    </message>
    <message>
        <source>This is not a match, bot, script, loadout or run document: it has none of their tables.</source>
        <translation>Das ist kein Dokument eines Spiels, Bots, Skripts, Laufs oder einer Ausstattung: Es hat keine ihrer Tabellen.</translation>
    </message>
    <message>
        <source>This is not a situation: it has no version.</source>
        <translation>Das ist keine Situation: Sie hat keine Version.</translation>
    </message>
    <message>
        <source>This is unknown. Known: {known:,}.</source>
        <translation>Das ist unbekannt. Bekannt: {known:,}.</translation>
    </message>
    <message>
        <source>This key is unknown. Known: {known:,}.</source>
        <translation>Dieser Schlüssel ist unbekannt. Bekannt: {known:,}.</translation>
    </message>
    <message>
        <source>This machine has too few CPU cores to reserve any.</source>
        <translation>Dieser Rechner hat zu wenige CPU-Kerne, um welche zu reservieren.</translation>
    </message>
    <message>
        <source>This mutator is unknown or has no meaning in an environment. Known mutators: {known:,}.</source>
        <translation>Dieser Mutator ist unbekannt oder hat in einer Umgebung keine Bedeutung. Bekannte Mutatoren: {known:,}.</translation>
    </message>
    <message>
        <source>This phase has no end, so it runs until it is stopped.</source>
        <translation>Diese Phase hat kein Ende und läuft daher, bis sie gestoppt wird.</translation>
    </message>
    <message>
        <source>This run is of a newer version of Kickabout ({n}).</source>
        <translation>Dieser Lauf stammt von einer neueren Version von Kickabout ({n}).</translation>
    </message>
    <message>
        <source>This situation is of a newer version of Kickabout ({n}).</source>
        <translation>Diese Situation stammt aus einer neueren Version von Kickabout ({n}).</translation>
    </message>
    <message>
        <source>This system cannot bind programs to CPU cores, so none are reserved.</source>
        <translation>Dieses System kann Programme nicht an CPU-Kerne binden, darum werden keine reserviert.</translation>
    </message>
    <message>
        <source>This system cannot bind programs to CPU cores.</source>
        <translation>Dieses System kann Programme nicht an CPU-Kerne binden.</translation>
    </message>
    <message>
        <source>Throttle</source>
        <translation>Gas</translation>
    </message>
    <message>
        <source>Tick rate</source>
        <translation>Tickrate</translation>
    </message>
    <message>
        <source>Ticks of blue less ticks of orange, divided by all, in the last 120 ticks of play. A tick is a team&apos;s if its nearest car is more than 10 % nearer to the ball than the other&apos;s.</source>
        <translation>Ticks von Blau minus Ticks von Orange, geteilt durch alle, in den letzten 120 gespielten Ticks. Ein Tick gehört einem Team, wenn sein nächstes Auto mehr als 10 % näher am Ball ist als das des anderen.</translation>
    </message>
    <message>
        <source>Ticks of the game per second of wall time: 120 in real time.</source>
        <translation>Ticks des Spiels pro Sekunde wirklicher Zeit: 120 in Echtzeit.</translation>
    </message>
    <message>
        <source>Ticks that the server has left out because the machine was too slow.</source>
        <translation>Ticks, die der Server ausgelassen hat, weil der Rechner zu langsam war.</translation>
    </message>
    <message>
        <source>Time with the ball in play (from kickoff to goal) in which the car was not demolished.</source>
        <translation>Zeit mit dem Ball im Spiel (vom Anstoß bis zum Tor), in der das Auto nicht zerstört war.</translation>
    </message>
    <message>
        <source>Time with the ball in play: from kickoff to goal.</source>
        <translation>Zeit mit dem Ball im Spiel: vom Anstoß bis zum Tor.</translation>
    </message>
    <message>
        <source>To make this permanent, add the line {lines} to {file}.</source>
        <translation>Damit das so bleibt, füg {file} die Zeile {lines} hinzu.</translation>
    </message>
    <message>
        <source>To make this permanent, add the lines {lines} to {file}.</source>
        <translation>Damit das so bleibt, füg {file} die Zeilen {lines} hinzu.</translation>
    </message>
    <message>
        <source>Touches</source>
        <translation>Ballberührungen</translation>
    </message>
    <message>
        <source>Touches of a ball. Contacts that are at most 0.1 s apart are one touch, so a dribble is one too.</source>
        <translation>Berührungen eines Balls. Kontakte, die höchstens 0,1 s auseinanderliegen, sind eine Berührung, also auch ein Dribbling.</translation>
    </message>
    <message>
        <source>Two phases have the name &quot;{name}&quot;.</source>
        <translation>Zwei Phasen haben den Namen „{name}“.</translation>
    </message>
    <message>
        <source>Used no CPU time, printed nothing and changed no input for {frames:,} frames, so it was killed.</source>
        <translation>Rechnete, schrieb und steuerte {frames:,} Frames lang nicht und wurde abgebrochen.</translation>
    </message>
    <message>
        <source>Version {version} keeps running.</source>
        <translation>Version {version} spielt weiter.</translation>
    </message>
    <message>
        <source>Was not ready within {seconds:g} s of its restart, so it was killed.</source>
        <translation>War {seconds:g} s nach seinem Neustart nicht bereit und wurde abgebrochen.</translation>
    </message>
    <message>
        <source>Was restarted once. {fault}</source>
        <translation>Wurde einmal neu gestartet. {fault}</translation>
    </message>
    <message>
        <source>Was restarted twice. {fault}</source>
        <translation>Wurde zweimal neu gestartet. {fault}</translation>
    </message>
    <message>
        <source>Was restarted {count} times. {fault}</source>
        <translation>Wurde {count}-mal neu gestartet. {fault}</translation>
    </message>
    <message>
        <source>No arena with step mode listens there: the reply was not understood.</source>
        <translation>Dort wartet keine Arena mit Schrittmodus: Die Antwort war nicht zu verstehen.</translation>
    </message>
    <message>
        <source>&quot;{port}&quot; is not a port. Write a number from 1 to 65535.</source>
        <translation>„{port}“ ist kein Port. Schreib eine Zahl von 1 bis 65535.</translation>
    </message>
    <message>
        <source>&quot;{written}&quot; is not the address of a server. Write a name or number with a port, such as 192.168.1.5:{port}.</source>
        <translation>„{written}“ ist keine Adresse eines Servers. Schreib einen Namen oder eine Zahl mit Port, etwa 192.168.1.5:{port}.</translation>
    </message>
    <message>
        <source>A server that you started yourself, on this computer or another one</source>
        <translation>Ein Server, den du selbst gestartet hast, auf diesem oder einem anderen Computer</translation>
    </message>
    <message>
        <source>Correct the path in Environment, or clear it to search for a server.</source>
        <translation>Berichtige den Pfad unter „Umgebung“, oder leere ihn, damit ein Server gesucht wird.</translation>
    </message>
    <message>
        <source>No server answered on {address} within {seconds:g} s. Start it, check its address and the firewall of its computer, or choose the arena.</source>
        <translation>Auf {address} antwortete binnen {seconds:g} s kein Server. Starte ihn, prüfe seine Adresse und die Firewall seines Computers oder wähle die Arena.</translation>
    </message>
    <message>
        <source>RLBotServer did not listen within {seconds:g} s.</source>
        <translation>RLBotServer war nach {seconds:g} s noch nicht erreichbar.</translation>
    </message>
    <message>
        <source>RLBotServer was not found in {folders:,}, through PATH or in the working folder. Download or choose it in Environment, or install RLBot from rlbot.org.</source>
        <translation>RLBotServer ist weder in {folders:,} noch über PATH oder im Arbeitsordner zu finden. Lade oder wähle ihn unter „Umgebung“, oder installiere RLBot von rlbot.org.</translation>
    </message>
    <message>
        <source>RLBotServer {version} ignores console commands, those of bots and those that you type.</source>
        <translation>RLBotServer {version} ignoriert Konsolenbefehle, die von Bots und die, die du eingibst.</translation>
    </message>
    <message>
        <source>The game did not load the match within {seconds:g} s.</source>
        <translation>Das Spiel hat das Match innerhalb von {seconds:g} s nicht geladen.</translation>
    </message>
    <message>
        <source>The game&apos;s log had no login within {limit:.0f} s.</source>
        <translation>Im Protokoll des Spiels stand nach {limit:.0f} s keine Anmeldung.</translation>
    </message>
    <message>
        <source>The map {map} is a file of this computer, which the server on {address} cannot read.</source>
        <translation>Die Karte {map} ist eine Datei dieses Computers, die der Server auf {address} nicht lesen kann.</translation>
    </message>
    <message>
        <source>The map. Random picks a map at each start and plays every map once before it repeats one. You can also enter a map&apos;s file name, or the path of a .upk or .udk file.</source>
        <translation>Die Karte. „Zufällig“ wählt bei jedem Start eine und wiederholt keine, bevor alle dran waren. Du kannst auch den Dateinamen einer Karte oder den Pfad einer .upk- oder .udk-Datei eingeben.</translation>
    </message>
    <message>
        <source>The match runs in real time: its speed can be set only if it allows its state to be set (enable_state_setting).</source>
        <translation>Das Match läuft in Echtzeit: Sein Tempo lässt sich nur ändern, wenn es Eingriffe in seinen Zustand erlaubt (enable_state_setting).</translation>
    </message>
    <message>
        <source>The phase ends when its metric has not improved for this many steps</source>
        <translation>Die Phase endet, wenn sich ihr Messwert so viele Schritte lang nicht verbessert hat</translation>
    </message>
    <message>
        <source>The policy drives</source>
        <translation>Strategie fährt</translation>
    </message>
    <message>
        <source>The program to use as the custom launcher.</source>
        <translation>Das Programm, das als eigener Starter dient.</translation>
    </message>
    <message>
        <source>The real game, through RLBotServer; needs Rocket League on this computer</source>
        <translation>Das echte Spiel über RLBotServer; braucht Rocket League auf diesem Computer</translation>
    </message>
    <message>
        <source>The rules of the match.</source>
        <translation>Die Regeln des Spiels.</translation>
    </message>
    <message>
        <source>The run cannot be resumed, because checkpoint {name} is damaged. Delete it, or start from scratch.</source>
        <translation>Der Lauf kann nicht fortgesetzt werden, weil Checkpoint {name} beschädigt ist. Lösche ihn oder beginne neu.</translation>
    </message>
    <message>
        <source>The server cannot be installed in {folder}: {reason}. If this version runs, stop it, then try again.</source>
        <translation>Der Server lässt sich nicht in {folder} installieren: {reason}. Wenn diese Version läuft, beende sie und versuch es dann noch einmal.</translation>
    </message>
    <message>
        <source>The server has confirmed the match.</source>
        <translation>Der Server hat das Match bestätigt.</translation>
    </message>
    <message>
        <source>The server has not confirmed the match within {seconds:g} s. It gives no answer when it refuses a match; its own log says why.</source>
        <translation>Der Server hat das Match innerhalb von {seconds:g} s nicht bestätigt. Wenn er ein Match ablehnt, antwortet er nicht; sein eigenes Protokoll nennt den Grund.</translation>
    </message>
    <message>
        <source>The store or launcher that starts Rocket League.</source>
        <translation>Der Store oder Starter, der Rocket League startet.</translation>
    </message>
    <message>
        <source>The system reports saved files.</source>
        <translation>Das System meldet gespeicherte Dateien.</translation>
    </message>
    <message>
        <source>The team that wins most of this many games wins the match.</source>
        <translation>Das Team, das die meisten dieser Partien gewinnt, gewinnt das Spiel.</translation>
    </message>
    <message>
        <source>The time on the clock at the first kickoff.</source>
        <translation>Die Zeit auf der Uhr beim ersten Anstoß.</translation>
    </message>
    <message>
        <source>There is no {key}, so this car is left out.</source>
        <translation>{key} fehlt, deshalb fehlt dieses Auto.</translation>
    </message>
    <message>
        <source>This arena starts agents only for programs of the user who runs it.</source>
        <translation>Diese Arena startet Agenten nur für Programme des Benutzers, der sie gestartet hat.</translation>
    </message>
    <message>
        <source>This file is not written in UTF-8. It is read as {encoding}, so letters may be wrong.</source>
        <translation>Diese Datei ist nicht in UTF-8 geschrieben. Sie wird als {encoding} gelesen; Buchstaben können daher falsch sein.</translation>
    </message>
    <message>
        <source>This is a match of RLBot v4.</source>
        <translation>Das ist ein Spiel von RLBot v4.</translation>
    </message>
    <message>
        <source>This is not a match: matches are TOML documents, and their names end in .toml.</source>
        <translation>Das ist kein Spiel: Spiele sind TOML-Dokumente, und ihre Namen enden auf .toml.</translation>
    </message>
    <message>
        <source>Tick skip</source>
        <translation>Ticks je Aktion</translation>
    </message>
    <message>
        <source>Ticks for which an action is held; 8 of 120 are 15 actions per second</source>
        <translation>Ticks, für die eine Aktion gehalten wird; 8 von 120 sind 15 Aktionen pro Sekunde</translation>
    </message>
    <message>
        <source>Time for answers in lockstep</source>
        <translation>Zeit für Antworten im Lockstep</translation>
    </message>
    <message>
        <source>Time limit (real time)</source>
        <translation>Höchstdauer (echte Zeit)</translation>
    </message>
    <message>
        <source>Time on the scoreboard: the time left, or the time played in a match without end. Negative in overtime: the time since it began.</source>
        <translation>Zeit auf der Anzeigetafel: die verbleibende, in einem Spiel ohne Ende die gespielte Zeit. Negativ in der Verlängerung: die Zeit seit deren Beginn.</translation>
    </message>
    <message>
        <source>Time to get ready</source>
        <translation>Zeit bis zur Bereitschaft</translation>
    </message>
    <message>
        <source>Treat as hung after</source>
        <translation>Gilt als hängend nach</translation>
    </message>
    <message>
        <source>Tritip</source>
        <translation>Tritip</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Version {version} of {agent} is not kept or plays already.</source>
        <translation>Version {version} von {agent} ist nicht aufgehoben oder spielt schon.</translation>
    </message>
    <message>
        <source>Version {version} takes its place.</source>
        <translation>Version {version} tritt an seine Stelle.</translation>
    </message>
    <message>
        <source>Version {version} took over.</source>
        <translation>Version {version} hat übernommen.</translation>
    </message>
    <message>
        <source>Version {version} was wanted back.</source>
        <translation>Version {version} wurde zurückgewünscht.</translation>
    </message>
    <message>
        <source>Versions kept</source>
        <translation>Behaltene Versionen</translation>
    </message>
    <message>
        <source>Wait until all are ready</source>
        <translation>Warten, bis alle bereit sind</translation>
    </message>
    <message>
        <source>What demolishes a car.</source>
        <translation>Was ein Auto zerstört.</translation>
    </message>
    <message>
        <source>What happens to a match that is already running.</source>
        <translation>Was mit einem Spiel geschieht, das schon läuft.</translation>
    </message>
    <message>
        <source>What happens when a bot has no restarts left.</source>
        <translation>Was geschieht, wenn ein Bot keine Neustarts mehr hat.</translation>
    </message>
    <message>
        <source>When Rocket League shows the bots&apos; performance.</source>
        <translation>Wann Rocket League die Leistung der Bots anzeigt.</translation>
    </message>
    <message>
        <source>When restarts run out</source>
        <translation>Wenn keine Neustarts übrig sind</translation>
    </message>
    <message>
        <source>Whether a goal changes the score.</source>
        <translation>Ob ein Tor den Spielstand ändert.</translation>
    </message>
    <message>
        <source>Whether bots may draw lines and text in the game.</source>
        <translation>Ob Bots Linien und Text ins Spiel zeichnen dürfen.</translation>
    </message>
    <message>
        <source>Whether bots may move cars and the ball. Useful for training, unfair in a match.</source>
        <translation>Ob Bots Autos und Ball versetzen dürfen. Nützlich zum Üben, unfair im Spiel.</translation>
    </message>
    <message>
        <source>Win probability of blue</source>
        <translation>Siegchance von Blau</translation>
    </message>
    <message>
        <source>Window length</source>
        <translation>Länge des Zeitfensters</translation>
    </message>
    <message>
        <source>Windows did not let {path} start.</source>
        <translation>Windows hat {path} nicht starten lassen.</translation>
    </message>
    <message>
        <source>Worker processes</source>
        <translation>Worker-Prozesse</translation>
    </message>
    <message>
        <source>Worker {worker} cannot be started: {error}.</source>
        <translation>Worker {worker} kann nicht gestartet werden: {error}.</translation>
    </message>
    <message>
        <source>Worker {worker} did not start in time.</source>
        <translation>Worker {worker} ist nicht rechtzeitig gestartet.</translation>
    </message>
    <message>
        <source>Worker {worker} died: {ending}.</source>
        <translation>Worker {worker} ist abgestürzt: {ending}.</translation>
    </message>
    <message>
        <source>Worker {worker} on {machine} was lost: {error}.</source>
        <translation>Worker {worker} auf {machine} ging verloren: {error}.</translation>
    </message>
    <message>
        <source>Worker {worker} stopped because of an error: {error}.</source>
        <translation>Worker {worker} endete mit einem Fehler: {error}.</translation>
    </message>
    <message>
        <source>Write &quot;{written}&quot;.</source>
        <translation>Schreib &quot;{written}&quot;.</translation>
    </message>
    <message>
        <source>Write auto_start = false for the car that a learner drives.</source>
        <translation>Schreibe auto_start = false beim Auto, das ein Lerner fährt.</translation>
    </message>
    <message>
        <source>Write controlled = &quot;blue&quot; and at least one orange car, without opponents.</source>
        <translation>Schreibe controlled = &quot;blue&quot; und mindestens ein oranges Auto, ohne opponents.</translation>
    </message>
    <message>
        <source>Write it in square brackets.</source>
        <translation>Schreibe es in eckigen Klammern.</translation>
    </message>
    <message>
        <source>Write name = {name}.</source>
        <translation>Schreibe name = {name}.</translation>
    </message>
    <message>
        <source>Write one of {names:or}, or a class of your own as {example}.</source>
        <translation>Schreibe {names:or} oder eine eigene Klasse als {example}.</translation>
    </message>
    <message>
        <source>Write one of {names:or}.</source>
        <translation>Schreib {names:or}.</translation>
    </message>
    <message>
        <source>Write team = &quot;blue&quot; or team = &quot;orange&quot;.</source>
        <translation>Schreib team = &quot;blue&quot; oder team = &quot;orange&quot;.</translation>
    </message>
    <message>
        <source>Write the path of a map&apos;s file, or the name of a map such as {map}.</source>
        <translation>Schreib den Pfad zur Datei einer Karte oder den Namen einer Karte wie {map}.</translation>
    </message>
    <message>
        <source>Write version = {version}.</source>
        <translation>Schreib version = {version}.</translation>
    </message>
    <message>
        <source>Write {example}.</source>
        <translation>Schreibe {example}.</translation>
    </message>
    <message>
        <source>Write {key} = [{parts}].</source>
        <translation>Schreib {key} = [{parts}].</translation>
    </message>
    <message>
        <source>Write {packages} into {file}, then Kickabout can install it.</source>
        <translation>Schreib {packages} in {file}, dann kann Kickabout es installieren.</translation>
    </message>
    <message>
        <source>Yaw</source>
        <translation>Gieren</translation>
    </message>
    <message>
        <source>Your command</source>
        <translation>Dein Befehl</translation>
    </message>
    <message>
        <source>[opponents] has no effect: no orange car is left to them.</source>
        <translation>[opponents] hat keine Wirkung: Ihnen bleibt kein oranges Auto.</translation>
    </message>
    <message>
        <source>`kickabout play --install` and the button on its card install it there.</source>
        <translation>`kickabout play --install` oder „Installieren“ auf seiner Karte installiert es dort.</translation>
    </message>
    <message>
        <source>`{command}` writes a match.toml for it.</source>
        <translation>`{command}` schreibt eine match.toml daraus.</translation>
    </message>
    <message>
        <source>a DLL could not be initialised</source>
        <translation>eine DLL ließ sich nicht initialisieren</translation>
    </message>
    <message>
        <source>a DLL was not found</source>
        <translation>eine DLL wurde nicht gefunden</translation>
    </message>
    <message>
        <source>a browser</source>
        <translation>einen Browser</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>eine Zahl</translation>
    </message>
    <message>
        <source>a number from {least} to {most}</source>
        <translation>eine Zahl von {least} bis {most}</translation>
    </message>
    <message>
        <source>a number from {least} up</source>
        <translation>eine Zahl ab {least}</translation>
    </message>
    <message>
        <source>a program of its own</source>
        <translation>ein eigenes Programm</translation>
    </message>
    <message>
        <source>a whole number from {least} up</source>
        <translation>eine ganze Zahl ab {least}</translation>
    </message>
    <message>
        <source>access denied</source>
        <translation>Zugriff verweigert</translation>
    </message>
    <message>
        <source>access violation</source>
        <translation>Zugriffsverletzung</translation>
    </message>
    <message>
        <source>act needs controls.</source>
        <translation>act braucht controls.</translation>
    </message>
    <message>
        <source>an array of three numbers</source>
        <translation>eine Liste von drei Zahlen</translation>
    </message>
    <message>
        <source>an entry point was not found in a DLL</source>
        <translation>ein Einsprungpunkt fehlt in einer DLL</translation>
    </message>
    <message>
        <source>an ordinal was not found in a DLL</source>
        <translation>eine Ordnungszahl fehlt in einer DLL</translation>
    </message>
    <message>
        <source>an uncaught C++ exception</source>
        <translation>eine nicht gefangene C++-Ausnahme</translation>
    </message>
    <message>
        <source>and {more} more</source>
        <translation>und {more} weitere</translation>
    </message>
    <message>
        <source>asked to stay between matches, which agents may not,</source>
        <translation>wollte zwischen Spielen bleiben, was Bots nicht dürfen,</translation>
    </message>
    <message>
        <source>breakpoint</source>
        <translation>Haltepunkt</translation>
    </message>
    <message>
        <source>change applied</source>
        <translation>Änderung übernommen</translation>
    </message>
    <message>
        <source>checking packages</source>
        <translation>Pakete werden geprüft</translation>
    </message>
    <message>
        <source>checking the package index</source>
        <translation>der Paketindex wird geprüft</translation>
    </message>
    <message>
        <source>configured</source>
        <translation>eingestellt</translation>
    </message>
    <message>
        <source>controls must have one entry for each of the {count} cars, not {given}.</source>
        <translation>controls muss einen Eintrag für jedes der {count} Autos haben, nicht {given}.</translation>
    </message>
    <message>
        <source>debugger terminated it</source>
        <translation>ein Debugger hat ihn beendet</translation>
    </message>
    <message>
        <source>did not present the agent id that Kickabout gave to the agent</source>
        <translation>nannte nicht die Agenten-ID, die der Bot von Kickabout bekam,</translation>
    </message>
    <message>
        <source>did not read what it was sent</source>
        <translation>hat Gesendetes nicht gelesen</translation>
    </message>
    <message>
        <source>downloaded by Kickabout</source>
        <translation>von Kickabout heruntergeladen</translation>
    </message>
    <message>
        <source>ended by Windows with {status}: {reason}</source>
        <translation>von Windows beendet mit {status}: {reason}</translation>
    </message>
    <message>
        <source>exited with code {code}</source>
        <translation>beendet mit Code {code}</translation>
    </message>
    <message>
        <source>exited with code {code}: {reason}</source>
        <translation>beendet mit Code {code}: {reason}</translation>
    </message>
    <message>
        <source>found through PATH</source>
        <translation>über PATH gefunden</translation>
    </message>
    <message>
        <source>from RLBot&apos;s launcher</source>
        <translation>vom Launcher von RLBot</translation>
    </message>
    <message>
        <source>heap corruption</source>
        <translation>beschädigter Heap</translation>
    </message>
    <message>
        <source>illegal instruction</source>
        <translation>unzulässiger Maschinenbefehl</translation>
    </message>
    <message>
        <source>in the working folder</source>
        <translation>im Arbeitsordner</translation>
    </message>
    <message>
        <source>in-page error</source>
        <translation>Fehler beim Laden einer Seite</translation>
    </message>
    <message>
        <source>installing debugpy</source>
        <translation>debugpy wird installiert</translation>
    </message>
    <message>
        <source>installing {public} in place of {local}</source>
        <translation>installiert {public} anstelle von {local}</translation>
    </message>
    <message>
        <source>integer division by zero</source>
        <translation>Ganzzahl durch null geteilt</translation>
    </message>
    <message>
        <source>interrupted with Ctrl+C</source>
        <translation>mit Strg+C unterbrochen</translation>
    </message>
    <message>
        <source>invalid argument to a C function</source>
        <translation>ungültiges Argument für eine C-Funktion</translation>
    </message>
    <message>
        <source>is installed as {version}</source>
        <translation>ist installiert als {version}</translation>
    </message>
    <message>
        <source>is not a valid requirement: {error}</source>
        <translation>ist keine gültige Anforderung: {error}</translation>
    </message>
    <message>
        <source>it has other files than it was saved with: {name}.</source>
        <translation>er hat andere Dateien als beim Speichern: {name}.</translation>
    </message>
    <message>
        <source>it is a symbolic link.</source>
        <translation>er ist ein symbolischer Link.</translation>
    </message>
    <message>
        <source>it is incomplete.</source>
        <translation>er ist unvollständig.</translation>
    </message>
    <message>
        <source>it no longer answers</source>
        <translation>er antwortet nicht mehr</translation>
    </message>
    <message>
        <source>it was never completed</source>
        <translation>sie wurde nie fertig</translation>
    </message>
    <message>
        <source>its own environment</source>
        <translation>seiner eigenen Umgebung</translation>
    </message>
    <message>
        <source>its process is no longer in the cluster</source>
        <translation>sein Prozess ist nicht mehr im Cluster</translation>
    </message>
    <message>
        <source>its service declined the game: {text}</source>
        <translation>sein Dienst hat das Spiel abgelehnt: {text}</translation>
    </message>
    <message>
        <source>its service does not answer</source>
        <translation>sein Dienst antwortet nicht</translation>
    </message>
    <message>
        <source>its service ended the game: {text}</source>
        <translation>sein Dienst hat das Spiel beendet: {text}</translation>
    </message>
    <message>
        <source>its service stopped unexpectedly</source>
        <translation>sein Dienst hat unerwartet aufgehört</translation>
    </message>
    <message>
        <source>its service stopped unexpectedly: {how}</source>
        <translation>sein Dienst hat unerwartet aufgehört: {how}</translation>
    </message>
    <message>
        <source>killed above its memory limit: {excess}</source>
        <translation>abgebrochen über seiner Speichergrenze: {excess}</translation>
    </message>
    <message>
        <source>killed by signal {signal}</source>
        <translation>abgebrochen durch Signal {signal}</translation>
    </message>
    <message>
        <source>lacks {package} of its extra {extra}</source>
        <translation>es fehlt {package} aus seinem Zusatz {extra}</translation>
    </message>
    <message>
        <source>load is not understood, so the phase continues from the previous one.</source>
        <translation>load wird nicht verstanden, daher setzt die Phase bei der vorigen fort.</translation>
    </message>
    <message>
        <source>looking up the address of {host}</source>
        <translation>sucht die Adresse von {host}</translation>
    </message>
    <message>
        <source>looks_config is &quot;{written}&quot;, but there is no such file: the car has the default items.</source>
        <translation>looks_config ist &quot;{written}&quot;, aber diese Datei gibt es nicht: Das Auto hat die Standardteile.</translation>
    </message>
    <message>
        <source>lost its connection ({error})</source>
        <translation>hat die Verbindung verloren ({error})</translation>
    </message>
    <message>
        <source>new version declined</source>
        <translation>neue Version abgelehnt</translation>
    </message>
    <message>
        <source>new version rejected</source>
        <translation>neue Version abgelehnt</translation>
    </message>
    <message>
        <source>no answer within {seconds:g} s</source>
        <translation>keine Antwort binnen {seconds:g} s</translation>
    </message>
    <message>
        <source>none: this machine</source>
        <translation>keiner: dieser Rechner</translation>
    </message>
    <message>
        <source>not enough memory</source>
        <translation>zu wenig Speicher</translation>
    </message>
    <message>
        <source>not used for {days} days</source>
        <translation>seit {days} Tagen nicht benutzt</translation>
    </message>
    <message>
        <source>on request</source>
        <translation>auf Wunsch</translation>
    </message>
    <message>
        <source>plateau needs steps, for which the metric does not improve.</source>
        <translation>plateau braucht steps, in denen sich der Messwert nicht verbessert.</translation>
    </message>
    <message>
        <source>reload cancelled</source>
        <translation>Neuladen abgebrochen</translation>
    </message>
    <message>
        <source>reloaded as version {version}</source>
        <translation>neu geladen als Version {version}</translation>
    </message>
    <message>
        <source>reloaded as version {version} ({digest})</source>
        <translation>neu geladen als Version {version} ({digest})</translation>
    </message>
    <message>
        <source>reset takes a situation or a state, not both.</source>
        <translation>reset nimmt eine Situation oder einen Zustand, nicht beides.</translation>
    </message>
    <message>
        <source>restart {number}</source>
        <translation>Neustart {number}</translation>
    </message>
    <message>
        <source>sent a message that could not be handled ({kind}: {error})</source>
        <translation>hat eine Nachricht gesendet, mit der nichts anzufangen war ({kind}: {error}),</translation>
    </message>
    <message>
        <source>sent garbage</source>
        <translation>hat Unsinn gesendet</translation>
    </message>
    <message>
        <source>slots has no effect without service = true.</source>
        <translation>slots hat ohne service = true keine Wirkung.</translation>
    </message>
    <message>
        <source>stack buffer overrun or abort</source>
        <translation>Stapelpuffer überlaufen oder abgebrochen</translation>
    </message>
    <message>
        <source>stack overflow</source>
        <translation>Stapelüberlauf</translation>
    </message>
    <message>
        <source>starting Rocket League ({store})</source>
        <translation>starte Rocket League ({store})</translation>
    </message>
    <message>
        <source>success needs the value that the metric must reach.</source>
        <translation>success braucht den Wert, den der Messwert erreichen muss.</translation>
    </message>
    <message>
        <source>that of this run</source>
        <translation>der dieses Laufs</translation>
    </message>
    <message>
        <source>the Python that its run command names</source>
        <translation>das Python, das sein Startbefehl nennt</translation>
    </message>
    <message>
        <source>the arena</source>
        <translation>der Arena</translation>
    </message>
    <message>
        <source>the bot that used it is gone</source>
        <translation>den Bot, der sie benutzt hat, gibt es nicht mehr</translation>
    </message>
    <message>
        <source>the bot that used it needs another one now</source>
        <translation>der Bot, der sie benutzt hat, braucht jetzt eine andere</translation>
    </message>
    <message>
        <source>the environment that Kickabout made for it</source>
        <translation>die Umgebung, die Kickabout für ihn angelegt hat</translation>
    </message>
    <message>
        <source>the game was taken from its service</source>
        <translation>das Spiel wurde seinem Dienst entzogen</translation>
    </message>
    <message>
        <source>the port of matches in the window</source>
        <translation>der Port der Spiele im Fenster</translation>
    </message>
    <message>
        <source>the previous one</source>
        <translation>die vorige</translation>
    </message>
    <message>
        <source>the usual port of servers</source>
        <translation>der übliche Port von Servern</translation>
    </message>
    <message>
        <source>there is no complete checkpoint of agent {agent} in {folder}.</source>
        <translation>es gibt keinen vollständigen Checkpoint des Agenten {agent} in {folder}.</translation>
    </message>
    <message>
        <source>this one</source>
        <translation>dieser</translation>
    </message>
    <message>
        <source>through which RLBotServer reaches Rocket League</source>
        <translation>über den RLBotServer Rocket League erreicht</translation>
    </message>
    <message>
        <source>unknown size</source>
        <translation>unbekannte Größe</translation>
    </message>
    <message>
        <source>used</source>
        <translation>benutzt</translation>
    </message>
    <message>
        <source>used up its time for answers in lockstep</source>
        <translation>hat seine Zeit für Antworten im Lockstep verbraucht</translation>
    </message>
    <message>
        <source>used {used}, limit {limit}</source>
        <translation>benutzt {used}, Grenze {limit}</translation>
    </message>
    <message>
        <source>uses an rlbot package that is too old ({version} or newer is needed)</source>
        <translation>verwendet ein zu altes Paket rlbot (nötig ist {version} oder neuer)</translation>
    </message>
    <message>
        <source>value is {value:g}, but least is {least:g} and most is {most:g}.</source>
        <translation>value ist {value:g}, aber least ist {least:g} und most ist {most:g}.</translation>
    </message>
    <message>
        <source>version {version}</source>
        <translation>Version {version}</translation>
    </message>
    <message>
        <source>waiting for Epic Games to start Rocket League and to log in</source>
        <translation>warte, bis Epic Games Rocket League gestartet und angemeldet hat</translation>
    </message>
    <message>
        <source>waiting for RLBotServer</source>
        <translation>warte auf RLBotServer</translation>
    </message>
    <message>
        <source>waiting for RLBotServer to name its version</source>
        <translation>warte, bis RLBotServer seine Version nennt</translation>
    </message>
    <message>
        <source>waiting for Rocket League to end</source>
        <translation>warte auf das Ende von Rocket League</translation>
    </message>
    <message>
        <source>waiting for Rocket League to start</source>
        <translation>warte auf den Start von Rocket League</translation>
    </message>
    <message>
        <source>waiting for Steam to start; it may ask you to log in</source>
        <translation>warte auf Steam; vielleicht musst du dich dort anmelden</translation>
    </message>
    <message>
        <source>waiting for the earlier RLBotServer to end</source>
        <translation>warte auf das Ende des früheren RLBotServer</translation>
    </message>
    <message>
        <source>waiting for {what}</source>
        <translation>wartet auf {what}</translation>
    </message>
    <message>
        <source>waiting for {what} to load the match</source>
        <translation>warte darauf, dass {what} das Match lädt</translation>
    </message>
    <message>
        <source>was one of too many agents that came before the match</source>
        <translation>war einer von zu vielen Bots, die vor dem Spiel kamen,</translation>
    </message>
    <message>
        <source>was one of too many agents without a place in the match</source>
        <translation>war einer von zu vielen Bots ohne Platz im Spiel</translation>
    </message>
    <message>
        <source>was one of too many sessions without an agent id</source>
        <translation>war eine von zu vielen Sitzungen ohne Agenten-ID</translation>
    </message>
    <message>
        <source>was stopped</source>
        <translation>wurde angehalten</translation>
    </message>
    <message>
        <source>{address} is a web page, not a .zip, .tar.xz or .tar.gz file.</source>
        <translation>{address} ist eine Webseite, keine Datei .zip, .tar.xz oder .tar.gz.</translation>
    </message>
    <message>
        <source>{address} is not a valid download address.</source>
        <translation>{address} ist keine gültige Download-Adresse.</translation>
    </message>
    <message>
        <source>{address} is of type {type}, not a .zip, .tar.xz or .tar.gz file.</source>
        <translation>{address} ist vom Typ {type}, keine .zip-, .tar.xz- oder .tar.gz-Datei.</translation>
    </message>
    <message>
        <source>{address} sent no program for this system, perhaps a network login page. Open a page in the browser, then try again.</source>
        <translation>{address} hat kein Programm für dieses System geschickt, vielleicht eine Anmeldeseite des Netzwerks. Öffne eine Seite im Browser und versuch es dann noch einmal.</translation>
    </message>
    <message>
        <source>{address} was not found on {host}. Check the address.</source>
        <translation>{address} gibt es auf {host} nicht. Prüf die Adresse.</translation>
    </message>
    <message>
        <source>{agents:;}.</source>
        <translation>{agents:;}.</translation>
    </message>
    <message>
        <source>{agents} did not become ready within {seconds:g} s.</source>
        <translation>Nicht bereit binnen {seconds:g} s: {agents}.</translation>
    </message>
    <message>
        <source>{agents} did not connect within {seconds:g} s.</source>
        <translation>Keine Verbindung binnen {seconds:g} s: {agents}.</translation>
    </message>
    <message>
        <source>{agents} failed to start. Fix and save it, or install packages.</source>
        <translation>{agents} ist nicht gestartet. Korrigieren und speichern oder Pakete installieren.</translation>
    </message>
    <message>
        <source>{agents} failed to start. Fix and save them, or install packages.</source>
        <translation>{agents} sind nicht gestartet. Korrigieren und speichern oder Pakete installieren.</translation>
    </message>
    <message>
        <source>{agents}: a package index could not be reached, so these are still missing: {packages}.</source>
        <translation>{agents}: Ein Paketverzeichnis war nicht erreichbar, deshalb fehlen noch: {packages}.</translation>
    </message>
    <message>
        <source>{agents}: installed, except for some lines.</source>
        <translation>{agents}: installiert, bis auf einige Zeilen.</translation>
    </message>
    <message>
        <source>{agents}: installed.</source>
        <translation>{agents}: installiert.</translation>
    </message>
    <message>
        <source>{agents}: the packages were not installed.</source>
        <translation>{agents}: Die Pakete wurden nicht installiert.</translation>
    </message>
    <message>
        <source>{agents}: {step} ({percent:.0f} %)</source>
        <translation>{agents}: {step} ({percent:.0f} %)</translation>
    </message>
    <message>
        <source>{agent} (agent id &apos;{agent_id}&apos;) connected but never finished its preparations</source>
        <translation>{agent} (Agent-ID &apos;{agent_id}&apos;) hat sich verbunden, wurde aber nie fertig</translation>
    </message>
    <message>
        <source>{agent} (agent id &apos;{agent_id}&apos;) connected but went away again</source>
        <translation>{agent} (Agent-ID &apos;{agent_id}&apos;) hat sich verbunden, ist aber wieder gegangen</translation>
    </message>
    <message>
        <source>{agent} (agent id &apos;{agent_id}&apos;) never connected</source>
        <translation>{agent} (Agent-ID &apos;{agent_id}&apos;) hat sich nie verbunden</translation>
    </message>
    <message>
        <source>{agent} crashed: {reason}</source>
        <translation>{agent} abgestürzt: {reason}</translation>
    </message>
    <message>
        <source>{agent} already drives car {car}.</source>
        <translation>{agent} fährt bereits Auto {car}.</translation>
    </message>
    <message>
        <source>RLBotServer has ended: {how}.</source>
        <translation>RLBotServer wurde beendet: {how}.</translation>
    </message>
    <message>
        <source>Rocket League has ended. The next match starts it again.</source>
        <translation>Rocket League wurde beendet. Das nächste Match startet es wieder.</translation>
    </message>
    <message>
        <source>Version {failed} failed {seconds:.1f} s after it took over; version {version} plays on. {cause}</source>
        <translation>Version {failed} ist {seconds:.1f} s nach der Übernahme gescheitert; Version {version} spielt weiter. {cause}</translation>
    </message>
    <message>
        <source>new version failed</source>
        <translation>neue Version gescheitert</translation>
    </message>
    <message>
        <source>the running server</source>
        <translation>den laufenden Server</translation>
    </message>
    <message>
        <source>the server on {address}</source>
        <translation>den Server auf {address}</translation>
    </message>
    <message>
        <source>version {version} plays again</source>
        <translation>Version {version} spielt wieder</translation>
    </message>
    <message>
        <source>{agent} exited: {reason}</source>
        <translation>{agent} beendet: {reason}</translation>
    </message>
    <message>
        <source>{agent} failed: {reason}</source>
        <translation>{agent} ausgefallen: {reason}</translation>
    </message>
    <message>
        <source>{agent} hung: {reason}</source>
        <translation>{agent} hing: {reason}</translation>
    </message>
    <message>
        <source>{agent} is already served.</source>
        <translation>{agent} wird bereits bedient.</translation>
    </message>
    <message>
        <source>{agent} is being debugged, so it keeps its version.</source>
        <translation>{agent} wird gerade debuggt und behält seine Version.</translation>
    </message>
    <message>
        <source>{agent} needs Python {since} or newer, which has &apos;{name}&apos;, and ran with {version}.</source>
        <translation>{agent} braucht Python {since} oder neuer, das &apos;{name}&apos; enthält, und lief mit {version}.</translation>
    </message>
    <message>
        <source>{agent} needs Python {since} or newer, which has &apos;{name}&apos;.</source>
        <translation>{agent} braucht Python {since} oder neuer, das &apos;{name}&apos; enthält.</translation>
    </message>
    <message>
        <source>{agent} on standby</source>
        <translation>{agent} in Bereitschaft</translation>
    </message>
    <message>
        <source>{agent} runs without a debugger: it is no Python program, or its log says why debugpy did not start.</source>
        <translation>{agent} läuft ohne Debugger: Entweder ist es kein Python-Programm, oder das Log sagt, warum debugpy nicht startete.</translation>
    </message>
    <message>
        <source>{agent} was too slow: {reason}</source>
        <translation>{agent} war zu langsam: {reason}</translation>
    </message>
    <message>
        <source>{agent} writes {files} at each start, so changes to it no longer cause a reload.</source>
        <translation>{agent} schreibt bei jedem Start {files}; Änderungen daran laden ihn nicht mehr neu.</translation>
    </message>
    <message>
        <source>{agent} writes {files} at each start, so changes to them no longer cause a reload.</source>
        <translation>{agent} schreibt bei jedem Start {files}; Änderungen daran laden ihn nicht mehr neu.</translation>
    </message>
    <message>
        <source>{agent}&apos;s last output: {output}.</source>
        <translation>{agent} gab zuletzt aus: {output}.</translation>
    </message>
    <message>
        <source>{agent}, former version</source>
        <translation>{agent}, frühere Version</translation>
    </message>
    <message>
        <source>{agent}: {remark}</source>
        <translation>{agent}: {remark}</translation>
    </message>
    <message>
        <source>{count} packages</source>
        <translation>{count} Pakete</translation>
    </message>
    <message>
        <source>{end}.</source>
        <translation>{end}.</translation>
    </message>
    <message>
        <source>{end}: {error}.</source>
        <translation>{end}: {error}.</translation>
    </message>
    <message>
        <source>{failed} Also {waiting}</source>
        <translation>{failed} Außerdem: {waiting}</translation>
    </message>
    <message>
        <source>{files:,}</source>
        <translation>{files:,}</translation>
    </message>
    <message>
        <source>{files:,} and {more} more</source>
        <translation>{files:,} und {more} weitere</translation>
    </message>
    <message>
        <source>{file} cannot be played, because of its &apos;{key}&apos;: {reason}</source>
        <translation>{file} kann nicht gespielt werden, wegen „{key}“ darin: {reason}</translation>
    </message>
    <message>
        <source>{file} cannot be played: {reason}.</source>
        <translation>{file} kann nicht gespielt werden: {reason}.</translation>
    </message>
    <message>
        <source>{file} changes constantly, as if a program writes it, so its changes are ignored for the rest of this match. If a program does write it, name it in a .gitignore beside it; otherwise restart the agent by hand.</source>
        <translation>{file} ändert sich ständig, als schriebe ein Programm daran; Änderungen werden für den Rest des Spiels ignoriert. Schreibt ein Programm daran, nenn die Datei in einer .gitignore daneben; sonst starte den Bot von Hand neu.</translation>
    </message>
    <message>
        <source>{file} is only a Git LFS pointer; the file itself is missing.</source>
        <translation>{file} ist nur ein Zeiger von Git LFS; die Datei selbst fehlt.</translation>
    </message>
    <message>
        <source>{file} names the class {name}, which is neither one of Kickabout&apos;s nor named in the document of the run. It is not loaded, because a policy file may come from anyone. Name the class in the document, or let the exported bot play instead.</source>
        <translation>{file} nennt die Klasse {name}, die weder zu Kickabout gehört noch im Dokument des Laufs steht. Sie wird nicht geladen, denn eine Strategiedatei kann von jedem kommen. Nenne die Klasse im Dokument, oder lass stattdessen den exportierten Bot spielen.</translation>
    </message>
    <message>
        <source>{file} of {agent} hides the module &apos;{module}&apos; that the bot needs: rename it.</source>
        <translation>{file} von {agent} verdeckt das Modul „{module}“, das der Bot braucht: Benenne die Datei um.</translation>
    </message>
    <message>
        <source>{folder} cannot be removed: {reason}. Close the programs that use its files.</source>
        <translation>{folder} kann nicht entfernt werden: {reason}. Beende die Programme, die seine Dateien benutzen.</translation>
    </message>
    <message>
        <source>{folder} cannot be watched: {reason}. The agent keeps running; watching resumes when the folder exists again.</source>
        <translation>{folder} lässt sich nicht beobachten: {reason}. Der Bot läuft weiter; Kickabout beobachtet wieder, sobald es den Ordner gibt.</translation>
    </message>
    <message>
        <source>{folder} contains too many files to watch, so only the files directly in it are watched. Give the agent a folder of its own (root_dir in its document).</source>
        <translation>{folder} enthält zu viele Dateien zum Beobachten; nur die Dateien direkt darin werden beobachtet. Gib dem Bot einen eigenen Ordner (root_dir in seinem Dokument).</translation>
    </message>
    <message>
        <source>{folder} exists again and is watched.</source>
        <translation>{folder} gibt es wieder; er wird beobachtet.</translation>
    </message>
    <message>
        <source>{folder} is a symbolic link; checkpoints need a folder.</source>
        <translation>{folder} ist ein symbolischer Link; Checkpoints brauchen einen Ordner.</translation>
    </message>
    <message>
        <source>{folder} is on a network drive ({file_system}), which does not report changes, so Kickabout scans it about once a second. Saves are noticed faster in a folder on this computer.</source>
        <translation>{folder} liegt auf einem Netzlaufwerk ({file_system}), das keine Änderungen meldet, darum sieht Kickabout es etwa jede Sekunde durch. In einem Ordner auf diesem Rechner wird Gespeichertes schneller bemerkt.</translation>
    </message>
    <message>
        <source>{host} answers too slowly. Try again later.</source>
        <translation>{host} antwortet zu langsam. Versuch es später wieder.</translation>
    </message>
    <message>
        <source>{host} answers {status} to {address}. Check the address.</source>
        <translation>{host} antwortet mit {status} auf {address}. Prüf die Adresse.</translation>
    </message>
    <message>
        <source>{host} cannot be reached: this machine seems to be offline.</source>
        <translation>{host} ist nicht zu erreichen: Dieser Rechner scheint offline zu sein.</translation>
    </message>
    <message>
        <source>{host} closed the connection. Try again.</source>
        <translation>{host} hat die Verbindung abgebrochen. Versuch es noch einmal.</translation>
    </message>
    <message>
        <source>{host} denies access to {address} (status {status}).</source>
        <translation>{host} verweigert den Zugriff auf {address} (Status {status}).</translation>
    </message>
    <message>
        <source>{host} does not answer. Check the connection, then try again.</source>
        <translation>{host} antwortet nicht. Prüf die Verbindung und versuch es dann wieder.</translation>
    </message>
    <message>
        <source>{host} has an internal error (status {status}). Try again later.</source>
        <translation>{host} hat einen internen Fehler (Status {status}). Versuch es später wieder.</translation>
    </message>
    <message>
        <source>{host} has blocked further requests for now. Try again at {time}.</source>
        <translation>{host} nimmt vorerst keine Anfragen mehr an. Versuch es um {time} wieder.</translation>
    </message>
    <message>
        <source>{host} has blocked further requests for now. Try again in an hour.</source>
        <translation>{host} nimmt vorerst keine Anfragen mehr an. Versuch es in einer Stunde wieder.</translation>
    </message>
    <message>
        <source>{host} interrupted the download. Try again.</source>
        <translation>{host} hat den Download abgebrochen. Versuch es noch einmal.</translation>
    </message>
    <message>
        <source>{host} redirects to {address}, which is not safe.</source>
        <translation>{host} leitet weiter zu {address}, und das ist nicht sicher.</translation>
    </message>
    <message>
        <source>{host} refuses the connection. Check the address, then try again.</source>
        <translation>{host} lehnt die Verbindung ab. Prüf die Adresse und versuch es dann wieder.</translation>
    </message>
    <message>
        <source>{host} sent an answer that Kickabout does not understand, perhaps a network login page. Open a page in the browser, then try again.</source>
        <translation>{host} gab keine verständliche Antwort, vielleicht eine Anmeldeseite des Netzes. Öffne eine Seite im Browser und versuch es dann wieder.</translation>
    </message>
    <message>
        <source>{how}.</source>
        <translation>{how}.</translation>
    </message>
    <message>
        <source>{how}: {output}.</source>
        <translation>{how}: {output}.</translation>
    </message>
    <message>
        <source>{how}: {problem}</source>
        <translation>{how}: {problem}</translation>
    </message>
    <message>
        <source>{how}; Kickabout ended it: {reason}</source>
        <translation>{how}; von Kickabout beendet: {reason}</translation>
    </message>
    <message>
        <source>{instances} of {max_instances} watchers and {watches} of {max_watches} watched folders of this user are used.</source>
        <translation>{instances} von {max_instances} Beobachtern und {watches} von {max_watches} beobachteten Ordnern dieses Benutzers sind in Gebrauch.</translation>
    </message>
    <message>
        <source>{key} has no counterpart: choose the pace when you start the match.</source>
        <translation>{key} hat keine Entsprechung: Wähl das Tempo beim Start des Spiels.</translation>
    </message>
    <message>
        <source>{key} is &quot;{written}&quot;, but True or False is expected.</source>
        <translation>{key} ist &quot;{written}&quot;, erwartet wird True oder False.</translation>
    </message>
    <message>
        <source>{key} is &quot;{written}&quot;, but a number of ticks per second is expected.</source>
        <translation>{key} ist &quot;{written}&quot;, erwartet wird eine Zahl von Ticks pro Sekunde.</translation>
    </message>
    <message>
        <source>{key} is &quot;{written}&quot;, but the file is called &quot;{name}&quot;. It is used here; not every system finds it.</source>
        <translation>{key} ist „{written}“, aber die Datei heißt „{name}“. Hier wird sie verwendet; nicht jedes System findet sie.</translation>
    </message>
    <message>
        <source>{key} is &quot;{written}&quot;, but the number of an item is expected.</source>
        <translation>{key} ist &quot;{written}&quot;, erwartet wird die Nummer eines Teils.</translation>
    </message>
    <message>
        <source>{key} is &quot;{written}&quot;, not 0 or 1.</source>
        <translation>{key} ist &quot;{written}&quot;, nicht 0 oder 1.</translation>
    </message>
    <message>
        <source>{key} is &quot;{written}&quot;, not a number.</source>
        <translation>{key} ist „{written}“, keine Zahl.</translation>
    </message>
    <message>
        <source>{key} is &quot;{written}&quot;, which RLBot v4 does not know: the default is used.</source>
        <translation>{key} ist &quot;{written}&quot;, was RLBot v4 nicht kennt: Der Standardwert gilt.</translation>
    </message>
    <message>
        <source>{key} is {value}, but 1 to {most} are possible.</source>
        <translation>{key} ist {value}, aber möglich sind 1 bis {most}.</translation>
    </message>
    <message>
        <source>{key} must be {expected}.</source>
        <translation>{key} muss {expected} sein.</translation>
    </message>
    <message>
        <source>{key} of the environment: {reason}</source>
        <translation>{key} der Umgebung: {reason}</translation>
    </message>
    <message>
        <source>{location}: &apos;{requirement}&apos; could not be installed. {reason}</source>
        <translation>{location}: &apos;{requirement}&apos; ließ sich nicht installieren. {reason}</translation>
    </message>
    <message>
        <source>{metric} has not improved on {value:.4g} for {n} steps.</source>
        <translation>{metric} hat sich seit {n} Schritten nicht über {value:.4g} verbessert.</translation>
    </message>
    <message>
        <source>{metric} reached {value:.4g} ({limit}).</source>
        <translation>{metric} hat {value:.4g} erreicht ({limit}).</translation>
    </message>
    <message>
        <source>{names}.</source>
        <translation>{names}.</translation>
    </message>
    <message>
        <source>{name} (process {pid}) did not end within {limit:.0f} s. End it yourself, then try again.</source>
        <translation>{name} (Prozess {pid}) hat sich nach {limit:.0f} s nicht beendet. Beende es selbst und versuche es noch einmal.</translation>
    </message>
    <message>
        <source>{name} cannot be built: {error}.</source>
        <translation>{name} kann nicht erstellt werden: {error}.</translation>
    </message>
    <message>
        <source>{name} cannot be repaired: {reason}. Try again.</source>
        <translation>{name} kann nicht repariert werden: {reason}. Versuch es noch einmal.</translation>
    </message>
    <message>
        <source>{name} cannot be started: {reason}.</source>
        <translation>{name} lässt sich nicht starten: {reason}.</translation>
    </message>
    <message>
        <source>{name} cannot be unpacked into {folder}: {reason}.</source>
        <translation>{name} kann nicht nach {folder} entpackt werden: {reason}.</translation>
    </message>
    <message>
        <source>{name} cannot run here: it imports &apos;{file}&apos;, which is compiled for another system.</source>
        <translation>{name} kann hier nicht laufen: Es importiert &apos;{file}&apos;, das für ein anderes System kompiliert ist.</translation>
    </message>
    <message>
        <source>{name} in it is a symbolic link.</source>
        <translation>{name} darin ist ein symbolischer Link.</translation>
    </message>
    <message>
        <source>{name} in it is damaged.</source>
        <translation>{name} darin ist beschädigt.</translation>
    </message>
    <message>
        <source>{name} is a bot for RLBot v4, which needs Python {versions}; none was found.</source>
        <translation>{name} ist ein Bot für RLBot v4, das Python {versions} braucht; keines wurde gefunden.</translation>
    </message>
    <message>
        <source>{name} is missing from {folder}.</source>
        <translation>{name} fehlt in {folder}.</translation>
    </message>
    <message>
        <source>{name} is not a .zip, .tar.xz or .tar.gz file, despite its name.</source>
        <translation>{name} ist trotz seines Namens keine .zip-, .tar.xz- oder .tar.gz-Datei.</translation>
    </message>
    <message>
        <source>{name} observes {size} values; a game {blue} against {orange} has {other}.</source>
        <translation>{name} beobachtet {size} Werte; ein Spiel {blue} gegen {orange} hat {other}.</translation>
    </message>
    <message>
        <source>{name} requires Python {specifier}, but Python {version} runs it.</source>
        <translation>{name} verlangt Python {specifier}, aber Python {version} führt ihn aus.</translation>
    </message>
    <message>
        <source>{name} requires {requirement}, which {reason} for &apos;{python}&apos;.</source>
        <translation>{name}: {requirement} {reason} (für &apos;{python}&apos;).</translation>
    </message>
    <message>
        <source>{name} runs with {python}. To use its own environment, delete that folder and create it again here.</source>
        <translation>{name} läuft so: {python}. Damit die eigene Umgebung benutzt wird, lösche den Ordner und lege sie hier neu an.</translation>
    </message>
    <message>
        <source>{name} was not answered within {seconds:.0f} s; {ticks} ticks of it were played.</source>
        <translation>{name} wurde nicht innerhalb von {seconds:.0f} s beantwortet; {ticks} Ticks davon wurden gespielt.</translation>
    </message>
    <message>
        <source>{name}: {folder} can be written, {free} free.</source>
        <translation>{name}: {folder} ist beschreibbar, {free} frei.</translation>
    </message>
    <message>
        <source>{name}: {folder} cannot be written ({reason}).</source>
        <translation>{name}: {folder} ist nicht beschreibbar ({reason}).</translation>
    </message>
    <message>
        <source>{number} of {limit}</source>
        <translation>{number} von {limit}</translation>
    </message>
    <message>
        <source>{number} of {limit} before the match</source>
        <translation>{number} von {limit} vor dem Spiel</translation>
    </message>
    <message>
        <source>{number} of {limit} in {seconds:g} s</source>
        <translation>{number} von {limit} in {seconds:g} s</translation>
    </message>
    <message>
        <source>{n} learning steps in a row failed, the last with {error}.</source>
        <translation>{n} Lernschritte nacheinander sind fehlgeschlagen, der letzte mit {error}.</translation>
    </message>
    <message>
        <source>{n} of {planned} games count.</source>
        <translation>{n} von {planned} Spielen zählen.</translation>
    </message>
    <message>
        <source>{outcome} after {seconds:.2f} s</source>
        <translation>{outcome} nach {seconds:.2f} s</translation>
    </message>
    <message>
        <source>{outcome} after {seconds:.2f} s: {details}</source>
        <translation>{outcome} nach {seconds:.2f} s: {details}</translation>
    </message>
    <message>
        <source>{outcome} after {seconds:.2f} s: {files}. {reason}</source>
        <translation>{outcome} nach {seconds:.2f} s: {files}. {reason}</translation>
    </message>
    <message>
        <source>{outcome}. {reason}</source>
        <translation>{outcome}. {reason}</translation>
    </message>
    <message>
        <source>{packages} is there, but the system cannot load its compiled part: install another version of it, and on Windows Microsoft&apos;s Visual C++ runtime.</source>
        <translation>{packages} ist da, aber das System kann den kompilierten Teil nicht laden: Installiere eine andere Version davon und unter Windows die Visual-C++-Laufzeit von Microsoft.</translation>
    </message>
    <message>
        <source>{package} {version} is installed, but it has no module &apos;{module}&apos;: name a version that has it in {file}.</source>
        <translation>{package} {version} ist installiert, hat aber kein Modul &apos;{module}&apos;: Nenne in {file} eine Version, die es hat.</translation>
    </message>
    <message>
        <source>{package}, of the extra {extra}, is not installed. Install it with: {command}</source>
        <translation>{package} aus dem Extra {extra} ist nicht installiert. Installiere es mit: {command}</translation>
    </message>
    <message>
        <source>{path} cannot be read: {reason}.</source>
        <translation>{path} lässt sich nicht lesen: {reason}.</translation>
    </message>
    <message>
        <source>{path} cannot be written: {reason}.</source>
        <translation>{path} kann nicht geschrieben werden: {reason}.</translation>
    </message>
    <message>
        <source>{path} could not be started: {reason}.</source>
        <translation>{path} konnte nicht gestartet werden: {reason}.</translation>
    </message>
    <message>
        <source>{path} is empty.</source>
        <translation>{path} ist leer.</translation>
    </message>
    <message>
        <source>{path} is in use by {program}.</source>
        <translation>{path} wird benutzt von {program}.</translation>
    </message>
    <message>
        <source>{path} is not executable. Run `chmod +x {path}`.</source>
        <translation>{path} ist nicht ausführbar. Führ `chmod +x {path}` aus.</translation>
    </message>
    <message>
        <source>{path}: a link to {target}</source>
        <translation>{path}: ein Verweis auf {target}</translation>
    </message>
    <message>
        <source>{path}: the archive has only its Git LFS pointer</source>
        <translation>{path}: Das Archiv enthält nur den Zeiger von Git LFS</translation>
    </message>
    <message>
        <source>{place} has no class &quot;{name}&quot;.</source>
        <translation>{place} hat keine Klasse „{name}“.</translation>
    </message>
    <message>
        <source>{place} imports &apos;{module}&apos;, which is neither a file of the bot nor a package that its requirements name. Correct the name, or write the package that provides it into {requirements}.</source>
        <translation>{place} importiert &apos;{module}&apos;. Das ist weder eine Datei des Bots noch ein Paket, das seine Anforderungen nennen. Berichtige den Namen, oder schreib das Paket, das ihn enthält, in {requirements}.</translation>
    </message>
    <message>
        <source>{place} needs the name of a class.</source>
        <translation>{place} braucht den Namen einer Klasse.</translation>
    </message>
    <message>
        <source>{place}: error: {said}</source>
        <translation>{place}: Fehler: {said}</translation>
    </message>
    <message>
        <source>{place}: warning: {said}</source>
        <translation>{place}: Warnung: {said}</translation>
    </message>
    <message>
        <source>{place}: {problem}</source>
        <translation>{place}: {problem}</translation>
    </message>
    <message>
        <source>{problem}</source>
        <translation>{problem}</translation>
    </message>
    <message>
        <source>{problem} ({count} more)</source>
        <translation>{problem} (und {count} weitere)</translation>
    </message>
    <message>
        <source>{program}: {error}</source>
        <translation>{program}: {error}</translation>
    </message>
    <message>
        <source>{requirement} {reason} ({location})</source>
        <translation>{requirement} {reason} ({location})</translation>
    </message>
    <message>
        <source>{sender} said more than {receiver} reads; some of it was dropped.</source>
        <translation>{sender} hat mehr gesagt, als {receiver} liest; ein Teil wurde verworfen.</translation>
    </message>
    <message>
        <source>{session} asked for another match, which was refused. {reason}</source>
        <translation>{session} wollte ein anderes Spiel, das abgelehnt wurde. {reason}</translation>
    </message>
    <message>
        <source>{session} did not answer within a second; the match goes on without its answer.</source>
        <translation>{session} hat binnen einer Sekunde nicht geantwortet; das Spiel geht ohne diese Antwort weiter.</translation>
    </message>
    <message>
        <source>{session} draws more than {groups} groups or {items} things; the rest is left out.</source>
        <translation>{session} zeichnet mehr als {groups} Gruppen oder {items} Dinge; der Rest wird ausgelassen.</translation>
    </message>
    <message>
        <source>{session} is not an agent of this match, or one too many; it drives nothing.</source>
        <translation>{session} ist kein Agent dieses Spiels oder einer zu viel; gefahren wird damit nichts.</translation>
    </message>
    <message>
        <source>{session} sent a chat message that is too long; it was dropped.</source>
        <translation>{session} hat eine zu lange Chat-Nachricht gesendet; sie wurde verworfen.</translation>
    </message>
    <message>
        <source>{session} sent a command to the game, which the match does not allow.</source>
        <translation>{session} hat dem Spiel einen Befehl gesendet, was dieses nicht erlaubt.</translation>
    </message>
    <message>
        <source>{session} sent a console command; only launchers may.</source>
        <translation>{session} hat einen Konsolenbefehl gesendet; das dürfen nur Launcher.</translation>
    </message>
    <message>
        <source>{session} sent match communication before the first packet; it was dropped.</source>
        <translation>{session} hat vor dem ersten Paket eine Spielnachricht gesendet; sie wurde verworfen.</translation>
    </message>
    <message>
        <source>{session} sent match communication in the form of the arena&apos;s reports; it was dropped.</source>
        <translation>{session} sendete eine Spielnachricht in der Form der Berichte der Arena; sie wurde verworfen.</translation>
    </message>
    <message>
        <source>{session} sent match communication in the name of another.</source>
        <translation>{session} hat eine Spielnachricht in fremdem Namen gesendet.</translation>
    </message>
    <message>
        <source>{session} sent {message}, which only the launcher may.</source>
        <translation>{session} sendete {message}, was nur Kickabout darf.</translation>
    </message>
    <message>
        <source>{session} stopped the match.</source>
        <translation>{session} hat das Match beendet.</translation>
    </message>
    <message>
        <source>{session} tried to change a loadout that it may not change now.</source>
        <translation>{session} wollte ein Aussehen ändern, das jetzt nicht geändert werden darf.</translation>
    </message>
    <message>
        <source>{session} tried to drive a car that is not its own.</source>
        <translation>{session} wollte ein fremdes Auto fahren.</translation>
    </message>
    <message>
        <source>{session} tried to set the game&apos;s state, which the match does not allow.</source>
        <translation>{session} wollte den Zustand des Spiels setzen, was dieses nicht erlaubt.</translation>
    </message>
    <message>
        <source>{session} {fault} and was disconnected.</source>
        <translation>{session} {fault} und wurde getrennt.</translation>
    </message>
    <message>
        <source>{size} bytes from the other side are not a message of the protocol: {error}.</source>
        <translation>{size} Bytes von der anderen Seite sind keine Nachricht des Protokolls: {error}.</translation>
    </message>
    <message>
        <source>{store} has installed Rocket League, but &apos;{path}&apos; is missing. Connect its disk or repair the game.</source>
        <translation>{store} hat Rocket League installiert, aber „{path}“ fehlt. Schließ das Laufwerk an oder repariere das Spiel.</translation>
    </message>
    <message>
        <source>{store} has not installed Rocket League. Install it there.</source>
        <translation>{store} hat Rocket League nicht installiert. Installiere es dort.</translation>
    </message>
    <message>
        <source>{store} was not found. Install it, and Rocket League with it.</source>
        <translation>{store} wurde nicht gefunden. Installiere es, und damit Rocket League.</translation>
    </message>
    <message>
        <source>{store}: {reason}</source>
        <translation>{store}: {reason}</translation>
    </message>
    <message>
        <source>{team} has {count} cars; the arena has room for {limit} in a team.</source>
        <translation>{team} hat {count} Autos; die Arena hat Platz für {limit} je Team.</translation>
    </message>
</context>
<context>
    <name>SandboxController</name>
    <message>
        <source>No match is running.</source>
        <translation>Es läuft kein Spiel.</translation>
    </message>
    <message>
        <source>Nothing can be changed: “Bots may move things” is off in this match&apos;s settings.</source>
        <translation>Nichts lässt sich ändern: „Bots dürfen Dinge versetzen“ ist in den Einstellungen dieses Spiels aus.</translation>
    </message>
    <message>
        <source>“{name}” has more cars than this match; {count} of them were left out.</source>
        <translation>„{name}“ hat mehr Autos als dieses Spiel; weggelassen: {count}.</translation>
    </message>
    <message>
        <source>Save this moment</source>
        <translation>Diesen Moment speichern</translation>
    </message>
    <message>
        <source>Name of the situation</source>
        <translation>Name der Situation</translation>
    </message>
    <message>
        <source>The situation was not saved: {0}.</source>
        <translation>Die Situation wurde nicht gespeichert: {0}.</translation>
    </message>
    <message>
        <source>Open a situation</source>
        <translation>Situation öffnen</translation>
    </message>
    <message>
        <source>Situations (*.situation.toml)</source>
        <translation>Situationen (*.situation.toml)</translation>
    </message>
    <message>
        <source>Only the arena can do this. Use slow motion instead.</source>
        <translation>Das kann nur die Arena. Nutze stattdessen die Zeitlupe.</translation>
    </message>
    <message>
        <source>Delete the situation</source>
        <translation>Situation löschen</translation>
    </message>
    <message>
        <source>Delete {file}?</source>
        <translation>{file} löschen?</translation>
    </message>
</context>
<context>
    <name>SandboxPanel</name>
    <message>
        <source>No match is running.</source>
        <translation>Es läuft kein Spiel.</translation>
    </message>
    <message>
        <source>Load “{0}” into the match again</source>
        <translation>„{0}“ noch einmal ins Spiel laden</translation>
    </message>
    <message>
        <source>Freeze the match</source>
        <translation>Spiel einfrieren</translation>
    </message>
    <message>
        <source>Play one tick, 1/120 s</source>
        <translation>Einen Tick spielen, 1/120 s</translation>
    </message>
    <message>
        <source>Freeze</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>1 tick</source>
        <translation>1 Tick</translation>
    </message>
    <message>
        <source>Game speed</source>
        <translation>Spieltempo</translation>
    </message>
    <message>
        <source>Gravity in uu/s²; {0} is the usual one</source>
        <translation>Schwerkraft in uu/s²; üblich ist {0}</translation>
    </message>
    <message>
        <source>Usual</source>
        <translation>Üblich</translation>
    </message>
    <message>
        <source>Set the usual gravity</source>
        <translation>Übliche Schwerkraft setzen</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>Gravity</source>
        <translation>Schwerkraft</translation>
    </message>
    <message>
        <source>Saved situations</source>
        <translation>Gespeicherte Situationen</translation>
    </message>
    <message>
        <source>Save a moment of a match, then load it into any match, even with other bots.</source>
        <translation>Speichere einen Moment eines Spiels und lade ihn in jedes Spiel, auch mit anderen Bots.</translation>
    </message>
    <message>
        <source>Save …</source>
        <translation>Speichern …</translation>
    </message>
    <message>
        <source>Save this moment as a situation</source>
        <translation>Diesen Moment als Situation speichern</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>Laden</translation>
    </message>
    <message>
        <source>Load the chosen situation into the match</source>
        <translation>Gewählte Situation ins Spiel laden</translation>
    </message>
    <message>
        <source>Again</source>
        <translation>Noch einmal</translation>
    </message>
    <message>
        <source>Open a situation from a file</source>
        <translation>Situation aus einer Datei öffnen</translation>
    </message>
    <message>
        <source>Delete the chosen situation</source>
        <translation>Gewählte Situation löschen</translation>
    </message>
    <message>
        <source>Open the folder of the situations</source>
        <translation>Ordner der Situationen öffnen</translation>
    </message>
    <message>
        <source>Again after each reload</source>
        <translation>Noch einmal nach jedem Neuladen</translation>
    </message>
    <message>
        <source>Load the last situation again after each reload of a bot</source>
        <translation>Letzte Situation nach jedem Neuladen eines Bots noch einmal laden</translation>
    </message>
</context>
<context>
    <name>ScanNote</name>
    <message>
        <source>Scanning folders …</source>
        <translation>Ordner werden durchsucht …</translation>
    </message>
    <message>
        <source>Stop scanning</source>
        <translation>Suche abbrechen</translation>
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
        <source>Phase, speed (game seconds per second), and frames skipped because the machine was too slow</source>
        <translation>Phase, Tempo (Spielsekunden je Sekunde) und Frames, die ausfielen, weil der Rechner zu langsam war</translation>
    </message>
    <message>
        <source>Car with the ball</source>
        <translation>Auto am Ball</translation>
    </message>
    <message>
        <source>The car that touched the ball last has a ring in the arena</source>
        <translation>Das Auto, das den Ball zuletzt berührt hat, hat in der Arena einen Ring</translation>
    </message>
    <message>
        <source>Game time since the start: {0}</source>
        <translation>Spielzeit seit Beginn: {0}</translation>
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
        <source>{0} · {1} frames skipped</source>
        <translation>{0} · {1} Frames übersprungen</translation>
    </message>
    <message>
        <source>Ball: {0}</source>
        <translation>Ball: {0}</translation>
    </message>
    <message>
        <source>Not started</source>
        <translation>Nicht gestartet</translation>
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
        <source>A script is a program without a car, for example to draw or to set up situations.</source>
        <translation>Ein Skript ist ein Programm ohne Auto, zum Beispiel zum Zeichnen oder Aufstellen.</translation>
    </message>
    <message>
        <source>+ Add a script</source>
        <translation>+ Skript hinzufügen</translation>
    </message>
    <message>
        <source>Choose a script.toml</source>
        <translation>Eine script.toml wählen</translation>
    </message>
    <message>
        <source>Add a script</source>
        <translation>Skript hinzufügen</translation>
    </message>
</context>
<context>
    <name>ScriptNeeds</name>
    <message>
        <source>Add {script}</source>
        <translation>Dazu: {script}</translation>
    </message>
    <message>
        <source>Add a script …</source>
        <translation>Skript hinzufügen …</translation>
    </message>
    <message>
        <source>It requires &quot;{word}&quot;, which no script in this match provides.</source>
        <translation>Er benötigt „{word}“, und kein Skript dieses Spiels bietet das.</translation>
    </message>
    <message>
        <source>The library has no such script.</source>
        <translation>In der Bibliothek gibt es kein solches Skript.</translation>
    </message>
    <message>
        <source>The library scripts that provide it cannot be played: {names}.</source>
        <translation>Die in der Bibliothek, die es böten, können nicht spielen: {names}.</translation>
    </message>
    <message>
        <source>Available in the library: {names}.</source>
        <translation>In der Bibliothek: {names}.</translation>
    </message>
</context>
<context>
    <name>ScriptRow</name>
    <message>
        <source>Start</source>
        <translation>Starten</translation>
    </message>
    <message>
        <source>If off, you start this script by hand</source>
        <translation>Wenn aus, startest du dieses Skript von Hand</translation>
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
    <name>SearchLine</name>
    <message>
        <source>Clear the search</source>
        <translation>Suche leeren</translation>
    </message>
</context>
<context>
    <name>ShortStages</name>
    <message>
        <source>Check</source>
        <translation>Prüfung</translation>
    </message>
    <message>
        <source>Game</source>
        <translation>Server</translation>
    </message>
    <message>
        <source>Agents</source>
        <translation>Bots</translation>
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
        <translation>Läuft</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>Beendet</translation>
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
    <message>
        <source>{0} km/h</source>
        <translation>{0} km/h</translation>
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
        <source>This match has errors. See Problems.</source>
        <translation>Dieses Spiel hat Fehler. Siehe Probleme.</translation>
    </message>
    <message>
        <source>Drop a bot&apos;s folder on each team, or a match file anywhere.</source>
        <translation>Zieh den Ordner eines Bots auf jedes Team oder eine Spieldatei irgendwohin.</translation>
    </message>
    <message>
        <source>Press Start to play this match.</source>
        <translation>Drück Start, um dieses Spiel zu spielen.</translation>
    </message>
    <message>
        <source>Starting …</source>
        <translation>Startet …</translation>
    </message>
    <message>
        <source>The match failed.</source>
        <translation>Das Spiel ist fehlgeschlagen.</translation>
    </message>
    <message>
        <source>Moving is off: “Bots may move things” is off in this match&apos;s settings.</source>
        <translation>Nichts lässt sich versetzen: „Bots dürfen Dinge versetzen“ ist in den Einstellungen dieses Spiels aus.</translation>
    </message>
    <message>
        <source>Cars and ball can be moved while a match runs.</source>
        <translation>Autos und Ball lassen sich versetzen, während ein Spiel läuft.</translation>
    </message>
</context>
<context>
    <name>StagePanel</name>
    <message>
        <source>Open an example</source>
        <translation>Ein Beispiel öffnen</translation>
    </message>
    <message>
        <source>Open an example match</source>
        <translation>Ein Beispielspiel öffnen</translation>
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
        <translation>übersprungen</translation>
    </message>
</context>
<context>
    <name>StageTools</name>
    <message>
        <source>Show bot drawings</source>
        <translation>Zeichnungen der Bots zeigen</translation>
    </message>
    <message>
        <source>Drawings</source>
        <translation>Zeichnungen</translation>
    </message>
    <message>
        <source>Move cars and ball</source>
        <translation>Autos und Ball versetzen</translation>
    </message>
    <message>
        <source>Show bot drawings in the arena ({0}). Rocket League shows them on its own screen.
The arrow opens the list of bots that may draw.</source>
        <translation>Zeichnungen der Bots in der Arena zeigen ({0}). Rocket League zeigt sie auf dem eigenen Bildschirm.
Der Pfeil öffnet die Liste der Bots, die zeichnen dürfen.</translation>
    </message>
    <message>
        <source>These bots may draw</source>
        <translation>Diese Bots dürfen zeichnen</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keiner</translation>
    </message>
    <message>
        <source>Move cars and ball ({0}): drag to place one, with the right button or Shift to throw it, with Ctrl to turn a car.
Keyboard: Tab selects, arrows move, Enter drops, Shift+Enter throws, Escape cancels.</source>
        <translation>Autos und Ball versetzen ({0}): Ziehen setzt, mit rechter Taste oder Umschalt wird geworfen, mit Strg ein Auto gedreht.
Tastatur: Tab wählt, Pfeile bewegen, Enter setzt ab, Umschalt+Enter wirft, Esc bricht ab.</translation>
    </message>
    <message>
        <source>Move</source>
        <translation>Versetzen</translation>
    </message>
    <message>
        <source>No match is running.</source>
        <translation>Es läuft kein Spiel.</translation>
    </message>
</context>
<context>
    <name>Stages</name>
    <message>
        <source>Check files</source>
        <translation>Dateien prüfen</translation>
    </message>
    <message>
        <source>Start game</source>
        <translation>Spielserver starten</translation>
    </message>
    <message>
        <source>Start agents</source>
        <translation>Bots starten</translation>
    </message>
    <message>
        <source>Agents ready</source>
        <translation>Bots bereit</translation>
    </message>
    <message>
        <source>Kickoff</source>
        <translation>Anstoß</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>Spiel läuft</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>Beendet</translation>
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
        <source>trying the new version</source>
        <translation>erprobt die neue Version</translation>
    </message>
    <message>
        <source>rejected</source>
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
        <source>Add a bot, a Psyonix bot or a human player to {0}</source>
        <translation>Einen Bot, einen Psyonix-Bot oder einen menschlichen Spieler zu {0} hinzufügen</translation>
    </message>
    <message>
        <source>Team actions</source>
        <translation>Aktionen für das Team</translation>
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
        <source>No cars in {0} yet.
Drop a bot&apos;s folder here.</source>
        <translation>Noch keine Autos in {0}.
Zieh den Ordner eines Bots hierher.</translation>
    </message>
    <message>
        <source>Psyonix bot: {0}</source>
        <translation>Psyonix-Bot: {0}</translation>
    </message>
    <message>
        <source>Human player</source>
        <translation>Menschlicher Spieler</translation>
    </message>
    <message>
        <source>Reload this team</source>
        <translation>Dieses Team neu laden</translation>
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
        <source>Remove all cars of this team</source>
        <translation>Alle Autos dieses Teams entfernen</translation>
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
    <name>TracebackBox</name>
    <message>
        <source>Location of the error</source>
        <translation>Stelle des Fehlers</translation>
    </message>
    <message>
        <source>Traceback</source>
        <translation>Traceback</translation>
    </message>
    <message>
        <source>Dismiss this error; it stays in the log</source>
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
        <source>Show the traceback</source>
        <translation>Traceback zeigen</translation>
    </message>
</context>
<context>
    <name>Training</name>
    <message>
        <source>scheduled</source>
        <translation>geplant</translation>
    </message>
    <message>
        <source>running</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>pausiert</translation>
    </message>
    <message>
        <source>finished</source>
        <translation>beendet</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>success</source>
        <translation>Erfolg</translation>
    </message>
    <message>
        <source>no more progress</source>
        <translation>kein Fortschritt mehr</translation>
    </message>
    <message>
        <source>maximum reached</source>
        <translation>Maximum erreicht</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>gestoppt</translation>
    </message>
    <message>
        <source>train</source>
        <translation>trainieren</translation>
    </message>
    <message>
        <source>test</source>
        <translation>testen</translation>
    </message>
    <message>
        <source>evaluate</source>
        <translation>bewerten</translation>
    </message>
    <message>
        <source>starting</source>
        <translation>startet</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>wartet</translation>
    </message>
    <message>
        <source>stepping</source>
        <translation>rechnet</translation>
    </message>
    <message>
        <source>restarting</source>
        <translation>startet neu</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>geschlossen</translation>
    </message>
    <message>
        <source>{0} steps</source>
        <translation>{0} Schritte</translation>
    </message>
    <message>
        <source>{0} steps/s</source>
        <translation>{0} Schritte/s</translation>
    </message>
    <message>
        <source>policy {0}</source>
        <translation>Strategie {0}</translation>
    </message>
    <message>
        <source>Restarts: {used} used, any number allowed.</source>
        <translation>Neustarts: {used} verbraucht, beliebig viele erlaubt.</translation>
    </message>
    <message>
        <source>Restarts: {used} of {allowed} used.</source>
        <translation>Neustarts: {used} von {allowed} verbraucht.</translation>
    </message>
    <message>
        <source>In the last {seconds} s: {used} of {allowed}.</source>
        <translation>In den letzten {seconds} s: {used} von {allowed}.</translation>
    </message>
</context>
<context>
    <name>TrainingController</name>
    <message>
        <source>The page of training runs is being opened …</source>
        <translation>Die Seite der Trainingsläufe wird geöffnet …</translation>
    </message>
</context>
<context>
    <name>TrainingCurves</name>
    <message>
        <source>Reward per episode</source>
        <translation>Belohnung je Episode</translation>
    </message>
    <message>
        <source>Reward terms</source>
        <translation>Teile der Belohnung</translation>
    </message>
    <message>
        <source>Episode length (s)</source>
        <translation>Episodenlänge (s)</translation>
    </message>
    <message>
        <source>Time to the first touch (s)</source>
        <translation>Zeit bis zur ersten Berührung (s)</translation>
    </message>
    <message>
        <source>Win rate</source>
        <translation>Siegquote</translation>
    </message>
    <message>
        <source>Rating</source>
        <translation>Wertung</translation>
    </message>
    <message>
        <source>Losses</source>
        <translation>Verluste</translation>
    </message>
    <message>
        <source>Learner</source>
        <translation>Lernverfahren</translation>
    </message>
    <message>
        <source>Objective</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>Goals per episode</source>
        <translation>Tore je Episode</translation>
    </message>
    <message>
        <source>Episodes with a touch</source>
        <translation>Episoden mit Berührung</translation>
    </message>
    <message>
        <source>Steps per second</source>
        <translation>Schritte pro Sekunde</translation>
    </message>
</context>
<context>
    <name>TrainingPage</name>
    <message>
        <source>Output of the learner and its workers appears here.</source>
        <translation>Ausgaben des Lerners und seiner Worker erscheinen hier.</translation>
    </message>
    <message>
        <source>Not saved yet</source>
        <translation>Noch nicht gespeichert</translation>
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
        <source>No recent runs</source>
        <translation>Keine letzten Läufe</translation>
    </message>
    <message>
        <source>stopping …</source>
        <translation>wird gestoppt …</translation>
    </message>
    <message>
        <source>not started</source>
        <translation>nicht gestartet</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>Save the document and start the run from the beginning ({0})</source>
        <translation>Dokument speichern und den Lauf von vorn starten ({0})</translation>
    </message>
    <message>
        <source>Continue from the newest checkpoint</source>
        <translation>Beim neuesten Checkpoint fortsetzen</translation>
    </message>
    <message>
        <source>Save a checkpoint and stop the run ({0})</source>
        <translation>Checkpoint speichern und den Lauf stoppen ({0})</translation>
    </message>
    <message>
        <source>Save a checkpoint now ({0})</source>
        <translation>Jetzt einen Checkpoint speichern ({0})</translation>
    </message>
    <message>
        <source>Match</source>
        <translation>Spiel</translation>
    </message>
    <message>
        <source>Back to the match</source>
        <translation>Zurück zum Spiel</translation>
    </message>
    <message>
        <source>Open run</source>
        <translation>Offener Lauf</translation>
    </message>
    <message>
        <source>New run</source>
        <translation>Neuer Lauf</translation>
    </message>
    <message>
        <source>Open a run</source>
        <translation>Lauf öffnen</translation>
    </message>
    <message>
        <source>Save the run document</source>
        <translation>Dokument des Laufs speichern</translation>
    </message>
    <message>
        <source>Save as …</source>
        <translation>Speichern unter …</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>Start the run</source>
        <translation>Lauf starten</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stopp</translation>
    </message>
    <message>
        <source>Stop the run</source>
        <translation>Lauf stoppen</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Resume the run</source>
        <translation>Lauf fortsetzen</translation>
    </message>
    <message>
        <source>Save a checkpoint now</source>
        <translation>Jetzt einen Checkpoint speichern</translation>
    </message>
    <message>
        <source>State of the run</source>
        <translation>Zustand des Laufs</translation>
    </message>
    <message>
        <source>The run</source>
        <translation>Der Lauf</translation>
    </message>
    <message>
        <source>The times of learner and workers appear here while a run is running.</source>
        <translation>Die Zeiten von Lerner und Workern erscheinen hier, während ein Lauf läuft.</translation>
    </message>
    <message>
        <source>Ratings appear here when the policy has played against the gallery.</source>
        <translation>Wertungen erscheinen hier, wenn die Strategie gegen die Galerie gespielt hat.</translation>
    </message>
    <message>
        <source>Document</source>
        <translation>Dokument</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>Checkpoints</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>Details of the run</source>
        <translation>Einzelheiten des Laufs</translation>
    </message>
    <message>
        <source>Workers</source>
        <translation>Worker</translation>
    </message>
    <message>
        <source>Times</source>
        <translation>Zeiten</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>Teil</translation>
    </message>
    <message>
        <source>Seconds</source>
        <translation>Sekunden</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>Aufrufe</translation>
    </message>
    <message>
        <source>ms per call</source>
        <translation>ms je Aufruf</translation>
    </message>
    <message>
        <source>Ratings</source>
        <translation>Wertungen</translation>
    </message>
    <message>
        <source>Player</source>
        <translation>Spieler</translation>
    </message>
    <message>
        <source>Rating</source>
        <translation>Wertung</translation>
    </message>
    <message>
        <source>Games</source>
        <translation>Spiele</translation>
    </message>
    <message>
        <source>W / D / L</source>
        <translation>S / U / N</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>Pause or continue the run</source>
        <translation>Lauf anhalten oder fortsetzen</translation>
    </message>
    <message>
        <source>Save the run document as …</source>
        <translation>Dokument des Laufs speichern unter …</translation>
    </message>
</context>
<context>
    <name>TrayController</name>
    <message>
        <source>Question</source>
        <translation>Frage</translation>
    </message>
    <message>
        <source>Match failed</source>
        <translation>Spiel fehlgeschlagen</translation>
    </message>
    <message>
        <source>Match could not start</source>
        <translation>Spiel konnte nicht starten</translation>
    </message>
    <message>
        <source>Match finished</source>
        <translation>Spiel beendet</translation>
    </message>
</context>
<context>
    <name>VersionRequests</name>
    <message>
        <source>Put the source of version {0} into {1}? The files that it replaces are kept in {2}.</source>
        <translation>Den Quelltext von Version {0} nach {1} legen? Die ersetzten Dateien bleiben in {2} erhalten.</translation>
    </message>
    <message>
        <source>Replace files</source>
        <translation>Dateien ersetzen</translation>
    </message>
    <message>
        <source>{0} has the source of version {1}.</source>
        <translation>{0} hat den Quelltext von Version {1}.</translation>
    </message>
    <message>
        <source>Not all files could be written: {0} ({1}).</source>
        <translation>Nicht alle Dateien ließen sich schreiben: {0} ({1}).</translation>
    </message>
</context>
<context>
    <name>WorkerGrid</name>
    <message>
        <source>Start one more worker</source>
        <translation>Einen weiteren Worker starten</translation>
    </message>
    <message>
        <source>Stop the chosen worker, else the last one</source>
        <translation>Den gewählten Worker stoppen, sonst den letzten</translation>
    </message>
    <message>
        <source>Workers</source>
        <translation>Worker</translation>
    </message>
    <message>
        <source>No.</source>
        <translation>Nr.</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Steps/s</source>
        <translation>Schritte/s</translation>
    </message>
    <message>
        <source>Restarts</source>
        <translation>Neustarts</translation>
    </message>
    <message>
        <source>Policy</source>
        <translation>Strategie</translation>
    </message>
    <message>
        <source>Used and allowed restarts, and the time until the period allows another one.
The run fails when a worker needs one more.</source>
        <translation>Verbrauchte und erlaubte Neustarts und die Zeit, bis der Zeitraum einen weiteren erlaubt.
Der Lauf scheitert, wenn ein Worker einen mehr braucht.</translation>
    </message>
    <message>
        <source>Version of the policy that the worker acted with last</source>
        <translation>Version der Strategie, mit der der Worker zuletzt gehandelt hat</translation>
    </message>
    <message>
        <source>No worker is running.</source>
        <translation>Kein Worker läuft.</translation>
    </message>
    <message>
        <source>{0} arenas</source>
        <translation>{0} Arenen</translation>
    </message>
    <message>
        <source>{0} steps discarded</source>
        <translation>{0} Schritte verworfen</translation>
    </message>
    <message>
        <source>{0} updates failed</source>
        <translation>{0} Lernschritte fehlgeschlagen</translation>
    </message>
    <message>
        <source>learner restarted: {0}</source>
        <translation>Lerner neu gestartet: {0}</translation>
    </message>
    <message>
        <source>{0} s</source>
        <translation>{0} s</translation>
    </message>
    <message>
        <source>{0} on {1}</source>
        <translation>{0} auf {1}</translation>
    </message>
    <message>
        <source>Process {0}</source>
        <translation>Prozess {0}</translation>
    </message>
    <message>
        <source>{0} steps</source>
        <translation>{0} Schritte</translation>
    </message>
    <message>
        <source>policy {0}</source>
        <translation>Strategie {0}</translation>
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
        <source>Bring the arena back</source>
        <translation>Arena zurückholen</translation>
    </message>
    <message>
        <source>Dock in the window</source>
        <translation>Ins Fenster andocken</translation>
    </message>
    <message>
        <source>Undock into its own window</source>
        <translation>In eigenes Fenster lösen</translation>
    </message>
    <message>
        <source>Hide this panel</source>
        <translation>Bereich ausblenden</translation>
    </message>
</context>
<context>
    <name>controller</name>
    <message>
        <source>Report copied.</source>
        <translation>Bericht kopiert.</translation>
    </message>
</context>
</TS>
