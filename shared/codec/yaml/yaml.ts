// Reads YAML documents. js-yaml parses them; `yaml-builder.ts` builds values from its events.

import { type Event, YAMLException, parseEvents } from 'js-yaml';
import { ValueCount } from '../limit/value-limit.ts';
import { YamlBuilder, YamlError, type YamlPlaces } from './yaml-builder.ts';

export interface ParsedYaml {
  readonly value: unknown;
  /** `line 5: key "a" already set in map`, one per repeated key, in the order of the text, at most 100. The last value counts. */
  readonly duplicates: readonly string[];
}

export interface YamlOptions {
  /** Filled with the lines of values and of repeated keys. Optional. */
  readonly places?: YamlPlaces;
  /** Levels of nested maps and lists. Default 256. */
  readonly maxDepth?: number;
  /** How many values all aliases together may repeat; a text counts one more for each 32 characters. Default 100,000. */
  readonly maxAliased?: number;
  /** Members of maps and items of lists. Default: as many as there are. */
  readonly maxValues?: number;
}

/** Most lines that begin or end documents. All documents but one must be empty; concatenated files have a few empty ones. */
const mostMarkers = 1000;

/** Reads the one document of a text; further documents are allowed only when empty. Throws YamlError and TooManyValuesError. */
export function parseYaml(bytes: Buffer | string, options: YamlOptions = {}): ParsedYaml {
  const text = typeof bytes === 'string' ? bytes : bytes.toString('utf8');
  checkMarkers(text);
  const builder = new YamlBuilder(
    text,
    eventsOf(text, options.maxDepth ?? 256, options.maxValues),
    { aliased: options.maxAliased ?? 100_000, values: options.maxValues ?? Number.POSITIVE_INFINITY },
    options.places,
  );
  return { value: builder.document(), duplicates: builder.duplicates };
}

/** A marker at the beginning of a line is never part of a value. */
function checkMarkers(text: string): void {
  let markers = 0;
  for (const _ of text.matchAll(/^(?:---|\.\.\.)/gm)) {
    markers += 1;
    if (markers > mostMarkers) throw new YamlError(`yaml: there are more than ${mostMarkers} document markers`);
  }
}

/** Nodes that the parser may begin for each value: it tries some of them twice, and keys are nodes too. */
const nodesForValue = 4;

function eventsOf(text: string, maxDepth: number, maxValues = Number.POSITIVE_INFINITY): Event[] {
  const nodes = new ValueCount(maxValues * nodesForValue, maxValues);
  // The parser has no limit of its own for nodes, and cannot be stopped from outside. It compares its depth at each of them.
  const depth = {
    valueOf(): number {
      nodes.add();
      return maxDepth;
    },
    toString: () => String(maxDepth),
  };
  try {
    return parseEvents(text, { maxDepth: depth as unknown as number });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const place = error.mark === undefined ? '' : `line ${error.mark.line + 1}: `;
    throw new YamlError(`yaml: ${place}${error.reason}`);
  }
}
