/** Replaces local and session storage by empty ones in memory. */
export function emptyBrowserStorage(): void {
  Object.assign(globalThis, { localStorage: new Kept(), sessionStorage: new Kept() });
}

class Kept extends Map<string, string> {
  getItem = (key: string) => this.get(key) ?? null;
  setItem = (key: string, value: string) => this.set(key, value);
  removeItem = (key: string) => this.delete(key);
  key = (nth: number) => [...this.keys()][nth] ?? null;
  get length() {
    return this.size;
  }
}
