// The service with which device plug-ins register, on the agent's socket: reads what they say in either version of the
// interface and answers with nothing, or with why not.

import { status } from '@grpc/grpc-js';
import { WireError } from '../../shared/codec/protobuf/wire-codec.ts';
import type { DeviceVersion } from '../../shared/vendor/vendor.ts';
import { type UnaryHandler, serveUnary } from '../cri/unary-server.ts';
import { deviceCalls, empty, registerRequest } from './messages.ts';

/** The registration that a plug-in sends. */
export interface Registration {
  /** The version in the request; the called service may have another one. */
  readonly version: string;
  readonly endpoint: string;
  readonly resourceName: string;
}

/** Why a registration was refused; the plug-in gets the message, metrics the cause. */
export class RegistrationRefused extends Error {
  override readonly name = 'RegistrationRefused';
  readonly ground: 'connection' | 'endpoint' | 'name' | 'room' | 'version';

  constructor(ground: RegistrationRefused['ground'], message: string) {
    super(message);
    this.ground = ground;
  }
}

export interface RegistrationServerOptions {
  /** A path that does not exist yet. */
  readonly socket: string;
  /** The versions that are served; calls of others get `unimplemented`. */
  readonly versions: readonly DeviceVersion[];
  /** Resolves when the plug-in is accepted. Rejects with RegistrationRefused. */
  readonly register: (registration: Registration, service: DeviceVersion) => Promise<void>;
}

const codes: Readonly<Record<RegistrationRefused['ground'], status>> = {
  connection: status.UNAVAILABLE,
  endpoint: status.INVALID_ARGUMENT,
  name: status.INVALID_ARGUMENT,
  room: status.RESOURCE_EXHAUSTED,
  version: status.FAILED_PRECONDITION,
};

const limits = {
  'grpc.max_receive_message_length': 64 * 1024,
  'grpc.max_concurrent_streams': 32,
  // Plug-ins register and leave.
  'grpc.max_connection_idle_ms': 60_000,
};

/** Resolves when it listens, with the function that ends it at once. Rejects when it cannot. */
export function serveRegistrations({ socket, versions, register }: RegistrationServerOptions): Promise<() => void> {
  const answerIn =
    (version: DeviceVersion): UnaryHandler =>
    async (bytes) => {
      await register(registerRequest.decode(bytes), version);
      return empty.encode({});
    };
  const calls = new Map(versions.map((version) => [deviceCalls[version].register, answerIn(version)]));
  return serveUnary({ socket, limits, calls, statusOf });
}

function statusOf(error: unknown): { readonly code: status; readonly details: string } {
  if (error instanceof RegistrationRefused) return { code: codes[error.ground], details: error.message };
  if (error instanceof WireError) return { code: status.INVALID_ARGUMENT, details: error.message };
  return { code: status.INTERNAL, details: error instanceof Error ? error.message : String(error) };
}
