// What is known of the versions that other servers answer, for the documents in which clients find everything there is. Types only.

import type { Published } from './published.ts';

export interface RemoteGroupVersion {
  readonly group: string;
  readonly version: string;
  /** Ranks among all groups, and among the versions of the group; higher ones come first. */
  readonly groupPriority: number;
  readonly versionPriority: number;
  /** Its resources as the other server describes them in aggregated discovery; empty while it has not been asked. */
  readonly resources: readonly object[];
  /** Whether the other server is available, and could be asked when it was last tried. */
  readonly fresh: boolean;
  /** Its OpenAPI v3 document; undefined: it has none. */
  readonly document: Published | undefined;
}

export interface RemoteGroups {
  /** Grows with each change. */
  readonly version: number;
  all(): readonly RemoteGroupVersion[];
}

export const noRemoteGroups: RemoteGroups = { version: 0, all: () => [] };
