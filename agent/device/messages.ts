// The device interface on the wire, as data: the messages that the agent reads and writes, and the paths of each version.
// Versions differ in the name of their service; v1alpha1 has no options. Messages about allocation come with pods that the
// agent starts. Unused fields are left out; the codec skips them.

import { boolShape, field, listOf, message, stringShape } from '../../shared/codec/protobuf/wire-codec.ts';
import type { DeviceVersion } from '../../shared/vendor/vendor.ts';

export const empty = message('Empty', {});

export const registerRequest = message('RegisterRequest', {
  version: field(1, stringShape),
  endpoint: field(2, stringShape),
  resourceName: field(3, stringShape),
});

export const devicePluginOptions = message('DevicePluginOptions', {
  preStartRequired: field(1, boolShape),
  getPreferredAllocationAvailable: field(2, boolShape),
});

const device = message('Device', { id: field(1, stringShape), health: field(2, stringShape) });
export const listAndWatchResponse = message('ListAndWatchResponse', { devices: field(1, listOf(device.shape)) });

/** What a device's `health` says when pods may use it; anything else is not healthy. */
export const healthy = 'Healthy';

/** The calls of one version. */
export interface DeviceCalls {
  /** Served by the agent. */
  readonly register: string;
  /** Served by the plug-in. Undefined: the version has none. */
  readonly options: string | undefined;
  readonly listAndWatch: string;
}

export const deviceCalls: Readonly<Record<DeviceVersion, DeviceCalls>> = {
  v1alpha1: {
    register: '/deviceplugin.Registration/Register',
    options: undefined,
    listAndWatch: '/deviceplugin.DevicePlugin/ListAndWatch',
  },
  v1beta1: {
    register: '/v1beta1.Registration/Register',
    options: '/v1beta1.DevicePlugin/GetDevicePluginOptions',
    listAndWatch: '/v1beta1.DevicePlugin/ListAndWatch',
  },
};
