"""Handlers of all client messages: what each message does, and which session may send it."""

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

import rlbot_flatbuffers as flat

from runtime import documents
from runtime.arena.commands import (
    AwaitCar,
    Command,
    CommandError,
    DebugCar,
    Dismiss,
    DriveHuman,
    GiveBack,
    Pause,
    RequireTrials,
    Resume,
    SampleFrames,
    SetBudget,
    SetGame,
    SetPace,
    ShowDrawings,
    Step,
    TakeOver,
    TogglePause,
    is_game_command,
    parse_command,
    parse_game_command,
)
from runtime.arena.match.drawings import DrawingsFeed
from runtime.arena.match.effects import End, Publish, Send, Shutdown, send
from runtime.arena.match.gate import MAX_EARLY_AGENTS, MAX_OBSERVERS, Gate
from runtime.arena.match.lifecycle import CloseMatch, Effect, MatchLifecycle, first_problem
from runtime.arena.match.render_groups import MAX_GROUPS, MAX_ITEMS
from runtime.arena.match.running_match import SCREEN_NEVER, SCREEN_ON, RunningMatch
from runtime.arena.match.session import MANAGER_TEAM, Session
from runtime.arena.match.turn import Turn
from runtime.arena.net.connection import agent_label
from runtime.arena.report.reporter import Reporter
from runtime.documents import from_wire
from runtime.documents.agent_keys import NO_KEYS, AgentKeys
from runtime.model.messages import Message, message
from runtime.model.values import TRIAL_ANSWERS
from runtime.protocol import InterfaceMessage, ProtocolError, console_commands, frame, pack_core
from runtime.protocol.report import is_reserved

Effects: TypeAlias = Sequence[Effect]
Handler: TypeAlias = Callable[[Session, Any], Effects]
MatchHandler: TypeAlias = Callable[[Session, Any, RunningMatch], Effects]

_clock: Final = time.perf_counter
FOREIGN_CAR: Final = message("foreign-car", "{session} tried to drive a car that is not its own.")


class MessageHandlers:
    """Handles one message at a time and returns its effects; owned by the server's thread."""

    def __init__(
        self, *, lifecycle: MatchLifecycle, turn: Turn, gate: Gate, reporter: Reporter, drawings: DrawingsFeed
    ) -> None:
        self._lifecycle = lifecycle
        self._turn = turn
        self._gate = gate
        self._reporter = reporter
        self._drawings = drawings
        self._sessions = lifecycle.sessions
        self._payload = b""
        """The message that is being handled, as it arrived."""
        self._handlers: dict[type, Handler] = {
            flat.ConnectionSettings: self._connection_settings,
            flat.InitComplete: self._init_complete,
            flat.StartCommand: self._start_command,
            flat.MatchConfiguration: self._match_configuration,
            flat.StopCommand: self._stop_command,
            flat.ConsoleCommand: self._console_command,
            flat.PingRequest: self._ping_request,
            flat.DisconnectSignal: self._disconnect_signal,
        }
        self._match_handlers: dict[type, MatchHandler] = {
            flat.MatchComm: self._match_comm,
            flat.RenderGroup: self._render_group,
            flat.RemoveRenderGroup: self._remove_render_group,
            flat.RenderingStatus: self._rendering_status,
            flat.SetLoadout: self._set_loadout,
            flat.DesiredGameState: self._desired_game_state,
        }

    def handle(self, session: Session, received: InterfaceMessage, payload: bytes) -> Effects:
        """Handles a message other than an input; messages that belong to a match are ignored without one."""
        kind, match = type(received), self._lifecycle.current
        handler = self._handlers.get(kind)
        match_handler = self._match_handlers.get(kind) if match is not None else None
        if handler is None and match_handler is None:
            return ()
        if not self._gate.allows(session, received, self._lifecycle.slots.held_by(session.number)):
            return self._note(
                session,
                message(
                    "only-the-launcher", "{session} sent {message}, which only the launcher may.", message=kind.__name__
                ),
            )
        self._payload = payload
        if handler is not None:
            return handler(session, received)
        assert match is not None
        assert match_handler is not None
        return match_handler(session, received, match)

    def handle_input(self, session: Session, car: int, controls: bytes) -> None:
        """Drives a car with the packed controls of an input; returns no effects, because inputs are so frequent."""
        match = self._lifecycle.current
        if match is None:
            return
        slot = match.slots.held_by(session.number)
        if slot is not None and car in slot.cars:
            if match.resting and car in match.resting:
                return
            match.game.drive(car, controls)
            barrier = self._turn.barrier
            is_owed = car in barrier.owed
            barrier.answer(car)
            slot.stats.answered(_clock(), is_owed=is_owed)
        elif match.slots.is_aside(session.number):
            self._answer_aside(session, car, match)
        elif session.is_introduced:
            if self._may_drive(session, car, match):
                match.game.drive(car, controls)
                if session.drives_human and car == match.human_car:
                    self._turn.barrier.answer(car)
            else:
                self._refuse(session, flat.PlayerInput, FOREIGN_CAR)

    def _answer_aside(self, session: Session, car: int, match: RunningMatch) -> None:
        """Counts an answer on trial; a late answer of a spare has no effect."""
        slot = match.slots.awaited_by(session.number)
        if slot is None:
            return
        if slot.standby_ready_s is None or car not in slot.cars:
            self._refuse(session, flat.PlayerInput, FOREIGN_CAR)
            return
        slot.trial.answered(_clock())
        if slot.trial.answers == TRIAL_ANSWERS:
            self._reporter.expedite(is_urgent=True)

    def on_ended(self, session: Session, fault: Message | None) -> Effects:
        """Handles the end of a session, with the fault that caused it."""
        if fault:
            self._note(session, message("session-fault", "{session} {fault} and was disconnected.", fault=fault))
        return self._lifecycle.on_ended(session)

    def _connection_settings(self, session: Session, settings: flat.ConnectionSettings) -> Effects:
        if session.is_introduced:
            return ()
        session.is_owner = self._gate.is_owner(settings.agent_id)
        agent_id = "" if session.is_owner else settings.agent_id.strip()
        if agent_id:
            session.label = agent_label(agent_id)
        refusal = self._refusal_of(session, agent_id, settings)
        if refusal is not None:
            return (End(session=session, fault=refusal),)
        session.introduce(settings, agent_id)
        return self._lifecycle.admit(session)

    def _refusal_of(self, session: Session, agent_id: str, settings: flat.ConnectionSettings) -> Message | None:
        """Returns why a session cannot be accepted, None if it can."""
        if not agent_id:
            observers = sum(other.is_manager and not other.is_owner for other in self._sessions.values())
            if session.is_owner or observers < MAX_OBSERVERS:
                return None
            self._gate.count("session without agent id", session)
            return message("fault-too-many-observers", "was one of too many sessions without an agent id")
        if not settings.close_between_matches:
            return message("fault-stays", "asked to stay between matches, which agents may not,")
        is_early = self._lifecycle.current is None
        if is_early and self._lifecycle.count_agents_without_slot() >= MAX_EARLY_AGENTS:
            self._gate.count("agent without a place", session)
            return message("fault-too-many-early", "was one of too many agents that came before the match")
        return None

    def _init_complete(self, session: Session, _message: flat.InitComplete) -> Effects:
        return () if session.is_initialised else self._lifecycle.mark_ready(session)

    def _ping_request(self, session: Session, ping: flat.PingRequest) -> Effects:
        return (send(session, flat.PingResponse(ping.cookie)),)

    def _disconnect_signal(self, session: Session, _message: flat.DisconnectSignal) -> Effects:
        return (End(session=session),)

    def _start_command(self, session: Session, command: flat.StartCommand) -> Effects:
        reading = documents.read_match(Path(command.config_path))
        if reading.value is None:
            reason = message("match-unreadable", "The match cannot be read. {problem}", problem=first_problem(reading))
            return self._lifecycle.refuse(session, "StartCommand", reason)
        return self._lifecycle.request(session, "StartCommand", reading.value, NO_KEYS)

    def _match_configuration(self, session: Session, configuration: flat.MatchConfiguration) -> Effects:
        match, keys = from_wire(configuration), NO_KEYS
        if self._gate.is_owned:
            match, keys = AgentKeys.read(match)
        return self._lifecycle.request(session, "MatchConfiguration", match, keys)

    def _stop_command(self, session: Session, command: flat.StopCommand) -> Effects:
        """Stops the match; managers are informed if the session that stops it has not started it."""
        match = self._lifecycle.current
        effects: list[Effect] = [CloseMatch()]
        if match is not None and not match.has_ended and self._gate.has_started(session) is False:
            reason = message("match-stopped", "{session} stopped the match.", session=session.label)
            effects.append(Publish(report=self._lifecycle.refusal_report(reason, match)))
        return [*effects, Shutdown()] if command.shutdown_server else effects

    def _console_command(self, session: Session, console: flat.ConsoleCommand) -> Effects:
        current = self._lifecycle.current
        if is_game_command(console.command):
            if current is not None:
                self._command_game(session, console.command, current)
            return ()
        if not session.is_manager:
            return self._note(
                session, message("command-of-agent", "{session} sent a console command; only launchers may.")
            )
        try:
            command = parse_command(console.command)
        except CommandError as error:
            self._reporter.note(error.text)
            return ()
        return self._carry_out(session, command, current)

    def _carry_out(self, session: Session, command: Command, current: RunningMatch | None) -> Effects:
        """Carries out a console command of the arena."""
        match command:
            case ShowDrawings(is_on=is_on):
                self._drawings.follow(session, is_on=is_on)
            case SampleFrames(is_on=is_on):
                session.is_sampled = is_on
                if current is not None:
                    current.update_receivers()
            case DriveHuman(is_on=is_on):
                session.drives_human = is_on if current is None else session.drives_human
                if current is not None:
                    current.set_driver(session, is_on=is_on)
            case RequireTrials(is_on=is_on):
                session.requires_trials = is_on
                if current is not None:
                    current.update_trials()
            case TakeOver() | GiveBack() | Dismiss() | AwaitCar() | SetBudget():
                self._reporter.expedite()
                return current.command(command, session) if current is not None else ()
            case DebugCar(car=car) if not any(car in slot.cars for slot in self._lifecycle.slots.slots):
                self._reporter.note(message("no-such-car", "No agent drives car {car}.", car=car))
            case _:
                self._apply_to_turn(command, current)
        return ()

    def _apply_to_turn(self, command: Pause | Resume | Step | SetPace | DebugCar, match: RunningMatch | None) -> None:
        was_lockstep = self._turn.is_lockstep
        self._turn.apply(command, _clock())
        if match is not None and (isinstance(command, SetPace) or self._turn.is_lockstep is not was_lockstep):
            match.interrupt()
        if match is not None and isinstance(command, DebugCar):
            match.update_receivers()
        self._reporter.expedite()

    def _match_comm(self, session: Session, comm: flat.MatchComm, match: RunningMatch) -> Effects:
        if not session.is_introduced or match.slots.is_aside(session.number):
            return ()
        if not match.has_sent_packet:
            return self._note(
                session,
                message(
                    "comm-too-early", "{session} sent match communication before the first packet; it was dropped."
                ),
            )
        if refusal := self._comm_refusal(session, comm, match):
            return self._refuse(session, flat.MatchComm, refusal)
        slot = match.slots.held_by(session.number)
        if slot is None:
            relayed = flat.MatchComm(0, MANAGER_TEAM, False, comm.display, comm.content)
        else:
            relayed = flat.MatchComm(comm.index, slot.agent.team, comm.team_only, comm.display, comm.content)
        try:
            data = frame(pack_core(relayed))
        except ProtocolError:
            return self._note(
                session,
                message(
                    "comm-too-long",
                    "{session} sent a chat message that is too long; it was dropped.",
                ),
            )
        others = (other for other in self._sessions.values() if other is not session)
        return self._relay(session, [other for other in others if self._gets_comm(other, relayed, match)], data)

    def _comm_refusal(self, session: Session, comm: flat.MatchComm, match: RunningMatch) -> Message | None:
        """Returns why match communication is forged, None if it is not."""
        if session.is_manager:
            if not is_reserved(bytes(comm.content)):
                return None
            return message(
                "comm-reserved",
                "{session} sent match communication in the form of the arena's reports; it was dropped.",
            )
        slot = match.slots.held_by(session.number)
        if slot is not None and any(part.index == comm.index for part in slot.agent.controllables):
            return None
        return message("comm-foreign", "{session} sent match communication in the name of another.")

    def _relay(self, sender: Session, receivers: Sequence[Session], data: bytes) -> Effects:
        """Passes a message on, except to receivers that have left too much unread."""
        for receiver in receivers:
            if not receiver.accepts_chat:
                self._reporter.note(
                    message(
                        "comm-unread",
                        "{sender} said more than {receiver} reads; some of it was dropped.",
                        sender=sender.label,
                        receiver=receiver.label,
                    )
                )
        return [Send(session=receiver, data=data) for receiver in receivers if receiver.accepts_chat]

    def _gets_comm(self, session: Session, comm: flat.MatchComm, match: RunningMatch) -> bool:
        """Returns whether a session gets a message; an observer of an owned match belongs to neither team."""
        if not session.wants_comms:
            return False
        if session.is_manager:
            return session.is_owner or not (self._gate.is_owned and comm.team_only)
        slot = match.slots.held_by(session.number)
        team = MANAGER_TEAM if slot is None else slot.agent.team
        return session.is_initialised and not (comm.team_only and comm.team != team)

    def _render_group(self, session: Session, group: flat.RenderGroup, match: RunningMatch) -> Effects:
        if not self._may_render(session, match):
            if (slot := match.slots.held_by(session.number)) is not None:
                slot.stats.drawings_refused |= match.match.enable_rendering != SCREEN_NEVER
        elif not session.render_groups.add(group):
            self._note(
                session,
                message(
                    "too-many-drawings",
                    "{session} draws more than {groups} groups or {items} things; the rest is left out.",
                    groups=str(MAX_GROUPS),
                    items=str(MAX_ITEMS),
                ),
            )
        return ()

    def _may_render(self, session: Session, match: RunningMatch) -> bool:
        """Returns whether a session may draw.

        A standby has the permission of the session that it will replace. A session that has not introduced itself has
        the permission of the match.
        """
        if not session.is_introduced:
            return match.match.enable_rendering == SCREEN_ON
        awaited = match.slots.awaited_by(session.number)
        holder = None if awaited is None or awaited.holder is None else self._sessions.get(awaited.holder)
        return (holder or session).can_render

    def _remove_render_group(self, session: Session, removal: flat.RemoveRenderGroup, _match: RunningMatch) -> Effects:
        session.render_groups.remove(removal.id)
        return ()

    def _rendering_status(self, session: Session, status: flat.RenderingStatus, match: RunningMatch) -> Effects:
        """Changes an agent's permission to draw; the agent and all sessions without a slot are informed."""
        if match.match.enable_rendering == SCREEN_NEVER:
            return ()
        receivers = []
        for other in self._sessions.values():
            held, awaited = match.slots.held_by(other.number), match.slots.awaited_by(other.number)
            slot = held or awaited
            is_meant = slot is not None and slot.agent.controls(status.index, is_bot=status.is_bot)
            if is_meant and not status.status:
                other.render_groups.clear()
            if is_meant and held is not None:
                other.can_render = status.status
            if slot is None or (is_meant and held is not None):
                receivers.append(other)
        return self._relay(session, receivers, frame(pack_core(status)))

    def _set_loadout(self, session: Session, order: flat.SetLoadout, match: RunningMatch) -> Effects:
        if match.slots.is_aside(session.number):
            return ()
        slot = match.slots.held_by(session.number)
        if session.is_initialised:
            is_bots = any(order.index in other.cars for other in match.slots.slots)
            is_allowed = match.match.enable_state_setting and is_bots
        else:
            is_allowed = slot is not None and order.index in slot.cars and not match.has_begun
        text = message("loadout-refused", "{session} tried to change a loadout that it may not change now.")
        if is_allowed:
            match.game.set_loadout(order.index, order.loadout)
        elif not session.is_initialised and slot is not None and order.index in slot.cars:
            self._note(session, text)  # it was restarted, and sets its loadout as at the first start
        else:
            self._refuse(session, flat.SetLoadout, text)
        return ()

    def _desired_game_state(self, session: Session, state: flat.DesiredGameState, match: RunningMatch) -> Effects:
        if match.slots.is_aside(session.number):
            return ()
        if not match.match.enable_state_setting:
            return self._refuse(
                session,
                flat.DesiredGameState,
                message(
                    "state-setting-refused", "{session} tried to set the game's state, which the match does not allow."
                ),
            )
        for text in console_commands(self._payload):
            self._command_game(session, text, match)
        match.game.set_state(state)
        self._lifecycle.follow_game_speed()
        return ()

    def _command_game(self, session: Session, text: str, match: RunningMatch) -> None:
        """Carries out a console command of the game."""
        if not match.match.enable_state_setting:
            self._refuse(
                session,
                flat.ConsoleCommand,
                message(
                    "game-command-refused", "{session} sent a command to the game, which the match does not allow."
                ),
            )
            return
        try:
            command = parse_game_command(text)
        except CommandError as error:
            self._reporter.note(error.text)
            return
        match command:
            case TogglePause():
                match.game.toggle_pause()
            case SetGame(speed=speed, gravity_z=gravity_z):
                info = flat.DesiredMatchInfo(world_gravity_z=gravity_z, game_speed=speed)
                match.game.set_state(flat.DesiredGameState([], [], info))
        self._lifecycle.follow_game_speed()

    def _may_drive(self, session: Session, car: int, match: RunningMatch) -> bool:
        """Returns whether a session without a slot for a car may drive it.

        A manager may drive the human's car. If state setting is on, every car may be driven.
        """
        if self._gate.is_owned and session.is_manager and not session.is_owner:
            return False
        if session.is_manager and car == match.human_car:
            return True
        return match.match.enable_state_setting and car < len(match.match.cars)

    def _refuse(self, session: Session, kind: type, text: Message) -> Effects:
        """Notes a sentence, and counts the message as interference unless the session has started the match itself."""
        if not (session.is_owner or self._gate.has_started(session)):
            self._gate.count(kind.__name__, session)
        return self._note(session, text)

    def _note(self, session: Session, text: Message) -> Effects:
        """Notes a sentence, in which `session` is the label of the session; returns no effects."""
        slot = self._lifecycle.slots.held_by(session.number)
        sentence = Message(text.code, text.template, (("session", session.label), *text.args))
        self._reporter.note(sentence, slot.stats if slot is not None else None)
        return ()
