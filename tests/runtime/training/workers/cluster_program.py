"""`[processes] [tls CERTIFICATE KEY]`: a Dask cluster with one worker; prints its address, and ends with its input."""

import sys

from distributed import LocalCluster, Security


def main(options):
    security = None
    if "tls" in options:
        certificate, key = options[1:]
        names = [f"tls_{role}_{part}" for role in ("scheduler", "worker", "client") for part in ("cert", "key")]
        files = {name: key if name.endswith("key") else certificate for name in names}
        security = Security(require_encryption=True, tls_ca_file=certificate, **files)
    with LocalCluster(
        n_workers=1,
        threads_per_worker=1,
        processes="processes" in options,
        host="127.0.0.1",
        protocol="tls://" if security else "tcp://",
        security=security,
        dashboard_address=":0",
        worker_dashboard_address=":0",
    ) as cluster:
        print(cluster.scheduler_address, flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main(sys.argv[1:])
