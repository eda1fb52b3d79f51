// What `metadata.generation` counts of most kinds that count anything.

import type { GenerationRule } from '../../contract/resource.ts';

/** From 1, every change outside of metadata and status. */
export const contentGeneration: GenerationRule = { first: 1, content: true, metadata: [] };
