// `/version`: which API this is, in the form that clients parse.

import type { PathHandler } from '../http/contract/path-handler.ts';
import { documentResponse } from './document.ts';

/** The version of the API that this server speaks. */
export const apiVersion = { major: '1', minor: '34', patch: '0' } as const;

/** The same under every vendor; the product's own version is what `--version` prints. */
export function versionResponse(): PathHandler {
  const { major, minor, patch } = apiVersion;
  const document = {
    major,
    minor,
    emulationMajor: major,
    emulationMinor: minor,
    minCompatibilityMajor: major,
    minCompatibilityMinor: String(Number(minor) - 1),
    gitVersion: `v${major}.${minor}.${patch}`,
    gitCommit: '',
    gitTreeState: 'clean',
    buildDate: '1970-01-01T00:00:00Z',
    goVersion: '',
    compiler: 'node',
    platform: `${process.platform}/${process.arch === 'x64' ? 'amd64' : process.arch}`,
  };
  const text = JSON.stringify(document, null, 2);
  return () => documentResponse('application/json', text);
}
