// What is recorded of transformations. This file imports nothing else of ours.

export type Direction = 'from_storage' | 'to_storage';

export interface TransformationMetrics {
  /** One transformation of a value of a resource (`secrets`, `deployments.apps`); `milliseconds` count where it succeeded. */
  transformed(resource: string, direction: Direction, prefix: string, milliseconds: number, error?: unknown): void;
  /** Milliseconds of a monotonic clock. */
  now(): number;
}
