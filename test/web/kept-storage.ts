/** What a browser keeps, for a test without one: a fresh, empty one of each kind. */
export function emptyBrowserStorage(): void {
  Object.assign(globalThis, { localStorage: new Kept(), sessionStorage: new Kept() });
}

class Kept extends Map<string, string> {
  getItem = (key: string) => this.get(key) ?? null;
  setItem = (key: string, value: string) => this.set(key, value);
  removeItem = (key: string) => this.delete(key);
}
