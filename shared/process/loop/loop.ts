// The shape of everything that runs in the background (design, decision 6): one owner starts it, a signal stops it.

/** A background activity. Made by a factory that takes its collaborators; it has done nothing yet. */
export interface Loop {
  /** Name for logs and metrics, in kebab-case. */
  readonly name: string;
  /** Runs until the signal aborts, cleans up and resolves. Handles its own failures; a rejection is a defect. Called once. */
  run(signal: AbortSignal): Promise<void>;
}
