// Finds a container runtime on this host: the first of the usual sockets on which one answers.

import { existsSync } from 'node:fs';
import { grpcRuntime } from '../../agent/cri/grpc-runtime.ts';

const usual = ['/run/containerd/containerd.sock', '/run/crio/crio.sock', '/run/cri-dockerd.sock'];
const patience = 2000;

/** The endpoint, or undefined when none answers within two seconds. */
export async function findRuntime(sockets: readonly string[] = usual): Promise<string | undefined> {
  for (const socket of sockets) {
    if (existsSync(socket) && (await answers(`unix://${socket}`))) return `unix://${socket}`;
  }
  return undefined;
}

async function answers(endpoint: string): Promise<boolean> {
  const runtime = grpcRuntime({ endpoint, callTimeout: patience });
  try {
    await runtime.version();
    return true;
  } catch {
    return false;
  } finally {
    runtime.close();
  }
}
