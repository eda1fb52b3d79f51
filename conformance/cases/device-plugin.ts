// A device plug-in that the suite plays: it serves in the folder of an agent that the suite started, and registers there.

import { connect } from 'node:net';
import { join } from 'node:path';
import { type CallEnd, type GrpcStandIn, serveGrpc } from '../wire/grpc.ts';
import { messageOf } from '../wire/protobuf-fields.ts';
import { type CaseContext, NotObservable, type OwnAgent } from './case.ts';

/** The names of the services of each version. */
const packages = { v1alpha1: 'deviceplugin', v1beta1: 'v1beta1' } as const;
export type DeviceVersion = keyof typeof packages;

const folder = 'device-plugins';
const agentSocket = 'kubelet.sock';
/** How long an agent gets to listen there, and between two looks, in milliseconds. */
const patience = 10_000;
const pause = 50;

export interface DevicePlugin {
  /** Calls the service of its version on the agent's socket; `version` is what it says of itself. */
  register(resourceName: string, version: string): Promise<CallEnd>;
  /** How often the agent has asked for the list of devices. */
  watches(): number;
  readonly close: GrpcStandIn['close'];
}

/** A plug-in with one device. Throws NotObservable when the agent has no socket for plug-ins in its folder. */
export async function playDevicePlugin(c: CaseContext, agent: OwnAgent, version: DeviceVersion): Promise<DevicePlugin> {
  const inFolder = (name: string): string => join(agent.rootFolder, folder, name);
  for (let waited = 0; !(await listens(inFolder(agentSocket))); waited += pause) {
    if (waited >= patience) throw new NotObservable(`the agent has no socket ${folder}/${agentSocket} in its folder`);
    await c.clock.sleep(pause, c.signal);
  }
  const endpoint = `${c.unique('d').slice(-20)}.sock`;
  const path = (call: string): string => `/${packages[version]}.DevicePlugin/${call}`;
  const device = messageOf([
    [1, 'first'],
    [2, 'Healthy'],
  ]);
  const standIn = await serveGrpc(inFolder(endpoint), {
    [path('GetDevicePluginOptions')]: { answer: messageOf([]) },
    [path('ListAndWatch')]: { answer: messageOf([[1, device]]), goesOn: true },
  });
  return {
    register: (resourceName, said) => {
      const request = messageOf([
        [1, said],
        [2, endpoint],
        [3, resourceName],
      ]);
      return agent.call(join(folder, agentSocket), `/${packages[version]}.Registration/Register`, request);
    },
    watches: () => standIn.called.filter((called) => called === path('ListAndWatch')).length,
    close: () => standIn.close(),
  };
}

/** A socket is there a moment before anybody listens on it. */
function listens(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    const told = (found: boolean): void => {
      socket.destroy();
      resolve(found);
    };
    socket.once('connect', () => told(true)).once('error', () => told(false));
  });
}
