"""A trained policy as numbers: layers of weights, and the interface that they belong to.

Exported bots include this module, so it imports only numpy and the standard library.
"""

import io
import json
import math
import zipfile
from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

MAX_UNPACKED: Final = 1 << 28
"""Limit of the bytes of all arrays in a file."""
MAX_ARRAYS: Final = 1000
_ACTIVATIONS: Final = ("tanh", "relu")
_COMPRESSIONS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


def read_arrays(data: bytes) -> dict[str, NDArray[Any]]:
    """Returns the arrays in the content of an .npz file by their names; executes nothing in it.

    Raises:
        ValueError: It is not such a file, or is larger than `MAX_UNPACKED` when it is unpacked.
    """
    try:
        archive = checked_archive(data)
        return {member.filename.removesuffix(".npy"): _array(archive.read(member)) for member in archive.infolist()}
    except Exception as error:  # numpy, `zipfile` and `zlib` raise any type for damaged files
        raise ValueError(f"it cannot be read: {error or type(error).__name__}") from error


def checked_archive(data: bytes) -> zipfile.ZipFile:
    """Returns the archive with this content, which has limits when it is unpacked.

    Raises:
        ValueError: It does not keep these limits.
        BadZipFile, ...: It is not an archive.
    """
    if data.count(b"PK\1\2") > MAX_ARRAYS:  # before `zipfile` creates an object for each
        raise ValueError(f"it contains more than {MAX_ARRAYS} arrays")
    archive = zipfile.ZipFile(io.BytesIO(data))
    if sum(member.file_size for member in archive.infolist()) > MAX_UNPACKED:
        raise ValueError(f"it is larger than {MAX_UNPACKED >> 20} MiB when it is unpacked")
    if any(member.compress_type not in _COMPRESSIONS for member in archive.infolist()):
        raise ValueError("its compression is not supported")  # the other ones are unpacked without limits
    return archive


def _array(data: bytes) -> NDArray[Any]:
    """Returns an array; numpy itself would allocate memory for the stated shape, whatever follows it."""
    file = io.BytesIO(data)
    is_first = np.lib.format.read_magic(file) == (1, 0)
    read = np.lib.format.read_array_header_1_0 if is_first else np.lib.format.read_array_header_2_0
    shape, is_fortran, kind = read(file)
    if any(size < 0 for size in shape):
        raise ValueError(f"an array has the shape {shape}")
    numbers = np.frombuffer(data, kind, math.prod(shape), file.tell())
    return numbers.reshape(shape, order="F" if is_fortran else "C").copy()


class Policy:
    """A fully connected network that maps observations to actions; without hidden layers, it is a linear policy.

    `interface` describes the numbers in JSON: the components `observation` and `actions` as in an environment's
    specification, and `tick_skip`. `bins` are the numbers of choices of each discrete action component; empty for
    continuous actions, which are clipped to -1..1.

    Layer i has the weights `wi`, (inputs, outputs), and the bias `bi`, (outputs,). `w0` has as many inputs as the
    observation has numbers. The last layer has the size of the actions as outputs, or the sum of `bins`. Each
    parameter may have a leading axis of arenas; each arena then has its own parameters, as evolution strategies need.
    A policy without parameters must `load` them before it acts.
    """

    __slots__ = ("_parameters", "activation", "bins", "interface")

    def __init__(
        self,
        parameters: Mapping[str, NDArray[Any]] | None = None,
        *,
        activation: str = "tanh",
        bins: Sequence[int] = (),
        interface: Mapping[str, Any] | None = None,
    ) -> None:
        if activation not in _ACTIVATIONS:
            raise ValueError(f"unknown activation {activation!r}; known: {', '.join(_ACTIVATIONS)}")
        self.activation = activation
        self.bins = tuple(int(size) for size in bins)
        self.interface = dict(interface or {})
        self._parameters: dict[str, Floats] = {}
        if parameters is not None:
            self.load(parameters)

    @classmethod
    def linear(cls, observation_size: int, outputs: int, **options: Any) -> "Policy":
        """Returns a policy without hidden layers and with zero parameters; `options` as for the constructor."""
        shapes = {"w0": (observation_size, outputs), "b0": (outputs,)}
        return cls({name: np.zeros(shape, np.float32) for name, shape in shapes.items()}, **options)

    @property
    def layers(self) -> int:
        """The number of layers of weights."""
        return len(self._parameters) // 2

    @property
    def observation_size(self) -> int:
        """The number of values of an observation."""
        return int(self._parameters["w0"].shape[-2])

    @property
    def parameters(self) -> dict[str, Floats]:
        """Weights `w0`, `w1`, ... (inputs, outputs) and biases `b0`, `b1`, ... (outputs), perhaps with arenas first."""
        return dict(self._parameters)

    def load(self, parameters: Mapping[str, NDArray[Any]]) -> None:
        """Replaces the parameters.

        Raises:
            ValueError: The shapes do not form a chain of layers, or a value is not finite.
        """
        layers = len(parameters) // 2
        names = [f"{kind}{layer}" for layer in range(layers) for kind in "wb"]
        if not layers or set(names) != set(parameters):
            raise ValueError(f"the parameters {sorted(parameters)} are not w0, b0, w1, b1, ...")
        arrays = {name: np.ascontiguousarray(parameters[name], np.float32) for name in names}
        for layer in range(layers):
            weights, bias = arrays[f"w{layer}"], arrays[f"b{layer}"]
            if weights.ndim not in {2, 3} or bias.shape != (*weights.shape[:-2], weights.shape[-1]):
                raise ValueError(f"layer {layer} has weights {weights.shape} and a bias {bias.shape}")
            if layer and arrays[f"w{layer - 1}"].shape[-1] != weights.shape[-2]:
                raise ValueError(
                    f"layer {layer} takes {weights.shape[-2]} inputs, but the one before has other outputs"
                )
        if not all(np.isfinite(array).all() for array in arrays.values()):
            raise ValueError("the parameters are not finite")
        if self.bins and (min(self.bins) < 1 or sum(self.bins) != arrays[f"b{layers - 1}"].shape[-1]):
            raise ValueError(f"{arrays[f'b{layers - 1}'].shape[-1]} outputs do not choose among {self.bins}")
        self._parameters = arrays

    def with_interface(self, interface: Mapping[str, Any]) -> "Policy":
        """Returns a policy with the same parameters and another interface."""
        return Policy(self._parameters, activation=self.activation, bins=self.bins, interface=interface)

    def outputs(self, observations: NDArray[Any]) -> Floats:
        """Returns the last layer's outputs (m, outputs) for observations (m, n), before clipping or choosing.

        With a leading axis of K arenas, the first m / K observations are those of the first arena, and so on.

        Raises:
            KeyError: the policy has no parameters yet.
            ValueError: n is not `observation_size`.
        """
        values = np.asarray(observations, np.float32)
        rows = len(values)
        if (arenas := self._parameters["w0"]).ndim == 3:
            values = values.reshape(len(arenas), rows // len(arenas), -1)
        for layer in range(self.layers):
            if layer:
                values = np.tanh(values) if self.activation == "tanh" else np.maximum(values, 0.0)
            weights, bias = self._parameters[f"w{layer}"], self._parameters[f"b{layer}"]
            values = values @ weights + (bias[:, None] if bias.ndim == 2 else bias)
        return np.asarray(values.reshape(rows, -1), np.float32)

    def act(self, observations: NDArray[Any]) -> NDArray[Any]:
        """Returns the best actions (m, d) for observations (m, n): values in -1..1, or indices of choices."""
        outputs = self.outputs(observations)
        if not self.bins:
            return np.clip(outputs, -1.0, 1.0)
        groups = np.split(outputs, np.cumsum(self.bins)[:-1], axis=1)
        return np.stack([group.argmax(axis=1) for group in groups], axis=1)

    def to_bytes(self) -> bytes:
        """Returns the content of an .npz file, for `from_bytes`."""
        description = {"activation": self.activation, "bins": list(self.bins), "interface": self.interface}
        file = io.BytesIO()
        np.savez(file, allow_pickle=False, description=np.array(json.dumps(description)), **self._parameters)
        return file.getvalue()

    @classmethod
    def from_bytes(cls, data: bytes) -> "Policy":
        """Returns the policy from the result of `to_bytes`.

        Raises:
            ValueError: The bytes are not a policy.
        """
        arrays = read_arrays(data)
        try:
            description = json.loads(str(arrays.pop("description")))
            activation, bins, interface = (description[key] for key in ("activation", "bins", "interface"))
            if any(array.dtype.kind not in "iuf" for array in arrays.values()):
                raise ValueError("its parameters are not numbers")
            with np.errstate(over="ignore"):  # `load` refuses what becomes infinite
                return cls(arrays, activation=activation, bins=bins, interface=interface)
        except (LookupError, TypeError, AttributeError, OverflowError, RecursionError) as error:
            raise ValueError(f"it is not a policy: {error!r}") from error
