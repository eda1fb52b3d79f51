// The types of version, in the notation of ../notation.ts: one field per line.

export const version = `
type Info
  major                  -  string  required  written
  minor                  -  string  required  written
  emulationMajor         -  string
  emulationMinor         -  string
  minCompatibilityMajor  -  string
  minCompatibilityMinor  -  string
  gitVersion             -  string  required  written
  gitCommit              -  string  required  written
  gitTreeState           -  string  required  written
  buildDate              -  string  required  written
  goVersion              -  string  required  written
  compiler               -  string  required  written
  platform               -  string  required  written
`;
