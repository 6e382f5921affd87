"""Workers in two Dask clusters, which represent two machines."""

import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import dask
import numpy as np
import psutil
import pytest
from distributed import Client

from runtime.model.training import EndReason, RunState, StopRun
from runtime.training import Component
from runtime.training.runs import RunDocument, read_run_text
from runtime.training.workers import ClusterError, WorkerPool, remote
from runtime.training.workers.remote import check_address
from tests.runtime.training.runs.watching import WatchedRun, wait_until
from tests.runtime.training.workers.stand_in import StandIn

PROGRAM = "tests.runtime.training.workers.cluster_program"
ARENAS = 2
DOUBLER = Component(name="tests.runtime.training.workers.stand_in:Doubler")


@contextmanager
def cluster(*options):
    command = [sys.executable, "-m", PROGRAM, *options]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as program:
        try:
            yield program.stdout.readline().strip()
        finally:
            program.stdin.close()


@pytest.fixture(scope="module")
def two_clusters():
    with cluster() as first, cluster("processes") as second:
        yield first, second


@pytest.mark.parametrize(
    "address", ["tls://10.0.0.5:8786", "tls://cluster.example.org:8786", "tcp://127.0.0.1:8786", "tcp://[::1]:8786"]
)
def test_encrypted_addresses_and_those_of_this_machine_are_accepted(address):
    check_address(address)


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("tcp://10.0.0.5:8786", "not encrypted"),
        ("tcp://cluster.example.org:8786", "not encrypted"),
        ("tcp://0.0.0.0:8786", "not encrypted"),
        ("ws://10.0.0.5:8786", "not the address of a scheduler"),
        ("10.0.0.5:8786", "not the address of a scheduler"),
    ],
)
def test_other_addresses_are_refused(address, reason):
    with pytest.raises(ClusterError, match=reason), WorkerPool(StandIn, cluster=address):
        pass


def test_a_run_with_an_unsafe_cluster_has_a_problem_at_its_line():
    text = RunDocument.new().text.replace("[workers]\n", '[workers]\ncluster = "tcp://10.0.0.5:8786"\n')
    (problem,) = read_run_text(text, Path("run.toml")).problems
    assert "not encrypted" in str(problem.message)
    assert text.splitlines()[problem.line - 1] == 'cluster = "tcp://10.0.0.5:8786"'


def test_encryption_without_certificates_is_refused():
    with pytest.raises(ClusterError, match="no tls_ca_file, tls_client_cert and tls_client_key"):
        WorkerPool(StandIn, cluster="tls://127.0.0.1:1").start()


def test_a_scheduler_that_does_not_answer_is_named(monkeypatch):
    monkeypatch.setattr(remote, "CONNECT_S", 0.2)
    with pytest.raises(ClusterError, match=r"tcp://127\.0\.0\.1:1 cannot be reached"):
        WorkerPool(StandIn, cluster="tcp://127.0.0.1:1").start()


def play(pool):
    results = pool.rollouts(
        lambda arenas: {"w": np.array([[0.5]])},
        version=4,
        steps=2,
        seeds=lambda arenas: [1 + arena for arena in arenas],
    )
    return np.concatenate([result.rollout.returns[:, 0] for result in results]).tolist()


def test_workers_of_two_clusters_play_survive_the_loss_of_a_process_and_leave_nothing(two_clusters):
    with WorkerPool(StandIn, workers=2, arenas=ARENAS, seed=10, cluster=two_clusters, muscle=DOUBLER) as pool:
        assert pool.reset()[:, 0, 0].tolist() == [10, 11, 12, 13]
        assert play(pool) == [4, 8, 12, 16]
        views = pool.statistics().workers
        assert [(view.steps, view.policy_version) for view in views] == [(2 * ARENAS, 4)] * 2
        assert views[0].pid != views[1].pid
        assert all(view.machine for view in views)
        assert pool.step(np.ones((2 * ARENAS, 2, 2))).observations[:, 0, 0].tolist() == [13, 22, 31, 40]

        pool.set_parameters({"limit": 50.0})
        psutil.Process(views[1].pid).kill()
        assert play(pool) == [4, 8, 12, 16]
        restarts = pool.statistics().restarts
        assert [restart.worker for restart in restarts] == [1]
        assert "was lost" in str(restarts[0].cause)
        assert pool.call(1, lambda environment: environment.parameters["limit"]) == 50.0
    for address in two_clusters:
        with Client(address, set_as_default=False) as client:
            wait_until(lambda client=client: set(client.run(lambda: len(remote._RUNNERS)).values()) == {0})


def test_a_run_against_older_versions_has_its_workers_in_two_clusters(two_clusters, tmp_path):
    path = tmp_path / "run.toml"
    text = RunDocument.of_template("self-play").text
    for old, new in (
        ("arenas = 16", f'arenas = 2\ncluster = "{", ".join(two_clusters)}"'),
        ("steps = 300", "steps = 20"),
        ("snapshot_every = 50_000", "snapshot_every = 100\nswap_every = 10"),
        ("steps = 5_000_000", "steps = 1_000_000_000"),
    ):
        assert old in text
        text = text.replace(old, new)
    path.write_text(text)
    run = WatchedRun(path)
    try:
        workers = run.wait(lambda view: len(view.workers) == 2 and all(one.steps for one in view.workers)).workers
        assert workers[0].pid != workers[1].pid
        assert all(one.machine for one in workers)
    finally:
        run.post(StopRun())
        result = run.end()
    assert (result.view.state, result.view.end) == (RunState.FINISHED, EndReason.CANCELLED)
    assert result.view.steps > 0


@pytest.mark.soak
def test_workers_are_reached_through_encrypted_connections(tmp_path):
    certificate, key = str(tmp_path / "certificate.pem"), str(tmp_path / "key.pem")
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
    subprocess.run([*command, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    tls = {f"distributed.comm.tls.client.{name}": file for name, file in (("cert", certificate), ("key", key))}
    with (
        dask.config.set({"distributed.comm.tls.ca-file": certificate, **tls}),
        cluster("tls", certificate, key) as address,
        WorkerPool(StandIn, workers=1, arenas=ARENAS, cluster=address, muscle=DOUBLER) as pool,
    ):
        assert address.startswith("tls://")
        assert play(pool) == [4, 8]
