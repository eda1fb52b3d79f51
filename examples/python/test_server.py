"""A Python test that starts orch-apiserver as a child process.

    pip install kubernetes
    ORCH_APISERVER="$PWD/node_modules/.bin/orch-apiserver" python3 -m unittest test_server
"""

import os
import pathlib
import shlex
import subprocess
import tempfile
import time
import unittest

from kubernetes import client, config, watch


class ServerTest(unittest.TestCase):
    """Each class has a server of its own: in memory, on a free port."""

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        kubeconfig = pathlib.Path(folder.name, "kubeconfig")
        ready = pathlib.Path(folder.name, "ready")
        command = shlex.split(os.environ.get("ORCH_APISERVER", "npx orch-apiserver"))
        cls.server = subprocess.Popen(
            command
            + ["--vendor", "kubernetes", "--authorization-mode", "Node,RBAC", "--bind-address", "127.0.0.1"]
            + ["--secure-port", "0", "--kubeconfig-out", str(kubeconfig), "--ready-file", str(ready)]
        )
        cls.addClassCleanup(cls.stop)
        while not ready.exists():  # The file exists while the server is ready.
            if cls.server.poll() is not None:
                raise RuntimeError(f"the server ended with exit code {cls.server.returncode}")
            time.sleep(0.05)
        config.load_kube_config(str(kubeconfig))
        cls.core = client.CoreV1Api()

    @classmethod
    def stop(cls):
        cls.server.terminate()
        cls.server.wait()

    def test_a_config_map_is_watched(self):
        listed = self.core.list_namespaced_config_map("default")
        self.core.create_namespaced_config_map("default", {"metadata": {"name": "settings", "labels": {"app": "shop"}}})
        events = watch.Watch().stream(
            self.core.list_namespaced_config_map,
            "default",
            label_selector="app=shop",
            resource_version=listed.metadata.resource_version,
            timeout_seconds=60,
        )
        event = next(iter(events))
        self.assertEqual((event["type"], event["object"].metadata.name), ("ADDED", "settings"))


if __name__ == "__main__":
    unittest.main()
