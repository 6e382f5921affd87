"""Files of policies and learners that somebody else wrote are refused before they take memory or time."""

import contextlib
import io
import json
import time
import tracemalloc
import zipfile

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.training.learners import LearnerSetup, Policy, load_policy
from runtime.training.learners.evolution import EvolutionStrategies
from runtime.training.learners.policy import MAX_ARRAYS, MAX_UNPACKED, read_arrays

DESCRIPTION = {"activation": "tanh", "bins": [], "interface": {}}


def npy(shape="(2, 2)", kind="'<f4'", data=bytes(16), header=None):
    header = header or f"{{'descr': {kind}, 'fortran_order': False, 'shape': {shape}, }}"
    text = header.encode() + b"\n"
    return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text + data


def npz(*members, compression=zipfile.ZIP_STORED):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", compression) as archive:
        for name, data in members:
            archive.writestr(f"{name}.npy", data)
    return file.getvalue()


def described(**changes):
    file = io.BytesIO()
    np.save(file, np.array(json.dumps({**DESCRIPTION, **changes})))
    return file.getvalue()


def policy(w0=None, b0=None, description=None, **options):
    """The bytes of a policy with the named parts replaced."""
    parts = (w0 or npy(), b0 or npy("(2,)", data=bytes(8)), description or described())
    return npz(*zip(("w0", "b0", "description"), parts, strict=True), **options)


def flagged(data):
    """Marks every member as encrypted."""
    return data.replace(b"PK\3\4\x14\0\0\0", b"PK\3\4\x14\0\1\0").replace(
        b"PK\1\2\x14\3\x14\0\0\0", b"PK\1\2\x14\3\x14\0\1\0"
    )


def method(data, number):
    """Claims another compression for every member."""
    data = data.replace(b"PK\3\4\x14\0\0\0\0\0", b"PK\3\4\x14\0\0\0" + number.to_bytes(2, "little"))
    return data.replace(b"PK\1\2\x14\3\x14\0\0\0\0\0", b"PK\1\2\x14\3\x14\0\0\0" + number.to_bytes(2, "little"))


ZEROS = npy("(8000, 8000)", data=bytes(256_000_000))
HOSTILE = {
    "shape": policy(npy("(1000000, 1000000)")),
    "shape too large for a number": policy(npy(f"({10**30}, 2)")),
    "negative shape": policy(npy("(-1, 2)")),
    "many dimensions": policy(npy(str((1,) * 100))),
    "data missing": policy(npy(data=b"")),
    "objects": policy(npy(kind="'|O'")),
    "texts": policy(npy(kind="'<U1'")),
    "complex": policy(npy(kind="'<c16'", data=bytes(64))),
    "records": policy(npy(kind="[('a', '<f4')]")),
    "huge type": policy(npy(kind="'|V2147483647'")),
    "infinite as float32": policy(npy(kind="'<f8'", data=np.full(4, 1e300).tobytes())),
    "header": policy(npy(header="{" * 3000)),
    "header of operators": policy(npy(header="-" * 9000 + "1")),
    "header of parentheses": policy(npy(header="(" * 9000)),
    "long header": policy(npy(header="1" * 20_000)),
    "no magic": policy(b"x"),
    "empty member": policy(b"\x93NUMPY"),
    "version": policy(npy().replace(b"\x01\x00", b"\x09\x00", 1)),
    "encrypted": flagged(policy()),
    "unknown compression": method(policy(), 99),
    "deflate64": method(policy(), 9),
    "bzip2": policy(ZEROS, compression=zipfile.ZIP_BZIP2),
    "lzma": policy(compression=zipfile.ZIP_LZMA),
    "broken deflate": policy(npy(data=np.random.default_rng(1).bytes(4000)), compression=zipfile.ZIP_DEFLATED)[
        :400
    ].ljust(3000, b"\xff"),
    "deep description": policy(description=npy("()", f"'<U{100_000}'", ("[" * 100_000).encode("utf-32-le"))),
    "numbers as description": policy(description=npy()),
    "no description": npz(("w0", npy()), ("b0", npy("(2,)", data=bytes(8)))),
    "list as description": policy(description=npy("()", "'<U2'", "[]".encode("utf-32-le"))),
    "activation": policy(description=described(activation=[])),
    "interface": policy(description=described(interface=5)),
    "bins": policy(description=described(bins=[1e999])),
    "no choices": policy(description=described(bins=[-1, 3])),
    "texts as bins": policy(description=described(bins=["x"])),
    "no archive": b"PK\5\6",
    "array": npy(),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_policy_that_no_run_wrote_is_refused_at_once(tmp_path, name):
    (tmp_path / "policy.npz").write_bytes(HOSTILE[name])
    tracemalloc.start()
    began = time.monotonic()
    with pytest.raises(ValueError, match=r"."):
        load_policy(tmp_path / "policy.npz")
    assert tracemalloc.get_traced_memory()[1] < 50 << 20
    tracemalloc.stop()
    assert time.monotonic() - began < 5.0


def test_the_examples_differ_from_a_policy_only_in_their_fault(tmp_path):
    for options in ({}, {"compression": zipfile.ZIP_DEFLATED}):
        assert Policy.from_bytes(policy(**options)).observation_size == 2


@given(st.data())
def test_changed_bytes_of_a_policy_raise_nothing_else(data):
    content = bytearray(policy(compression=data.draw(st.sampled_from([zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED]))))
    for place in data.draw(st.lists(st.integers(0, len(content) - 1), min_size=1, max_size=4)):
        content[place] = data.draw(st.integers(0, 255))
    with contextlib.suppress(ValueError):
        Policy.from_bytes(bytes(content))


@pytest.mark.parametrize(("more", "is_refused"), [(-1, False), (0, False), (1, True)])
def test_arrays_have_a_limit_when_they_are_unpacked(more, is_refused):
    header = len(npy("(268435300,)", "'|u1'", b""))
    count = MAX_UNPACKED + more - header
    data = npz(("x", npy(f"({count},)", "'|u1'", bytes(count))), compression=zipfile.ZIP_DEFLATED)
    assert len(data) < 1 << 20
    if is_refused:
        with pytest.raises(ValueError, match="256 MiB"):
            read_arrays(data)
    else:
        assert read_arrays(data)["x"].shape == (count,)


@pytest.mark.parametrize(("more", "is_refused"), [(-1, False), (0, False), (1, True)])
def test_the_number_of_arrays_has_a_limit(more, is_refused):
    data = npz(*((str(number), npy()) for number in range(MAX_ARRAYS + more)))
    if is_refused:
        with pytest.raises(ValueError, match="more than 1000"):
            read_arrays(data)
    else:
        assert len(read_arrays(data)) == MAX_ARRAYS + more


@pytest.mark.parametrize(
    "change",
    [
        {"mean": np.zeros((2, 2))},
        {"first": np.zeros(3)},
        {"mean": np.full((3, 2), np.nan)},
        {"second": np.full((3, 2), "x")},
        {"iterations": np.zeros(2)},
        {"iterations": np.array(np.inf)},
    ],
)
def test_a_learner_continues_only_from_its_own_arrays(tmp_path, change):
    learner = EvolutionStrategies(LearnerSetup(interface={}, observation_size=2, action_size=2))
    learner.save(tmp_path)
    learner.load(tmp_path)
    with np.load(tmp_path / "evolution.npz") as file:
        arrays = dict(file)
    np.savez(tmp_path / "evolution.npz", **{**arrays, **change})
    with pytest.raises(ValueError, match="the "):
        learner.load(tmp_path)
    (tmp_path / "evolution.npz").write_bytes(HOSTILE["shape"])
    with pytest.raises(ValueError, match=r"."):
        learner.load(tmp_path)
