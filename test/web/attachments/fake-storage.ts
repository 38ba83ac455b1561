/* The storage of uploads at the network: `XMLHttpRequest` of jsdom is replaced, and the test says what arrives. */

/** One upload that the app has begun. */
export type StorageUpload = {
  readonly url: string;
  readonly body: FormData;
  progress(sent: number): void;
  answer(status: number): void;
  breaks(): void;
  isAborted(): boolean;
};

/** Replaces the storage. Returns the uploads that begin from now on. */
export function fakeStorage(): StorageUpload[] {
  const begun: StorageUpload[] = [];
  class FakeRequest {
    status = 0;
    readonly upload: { onprogress?: (event: { loaded: number }) => void } = {};
    onload?: () => void;
    onerror?: () => void;
    onabort?: () => void;
    #url = '';
    #isAborted = false;
    open(_method: string, url: string) {
      this.#url = url;
    }
    abort() {
      this.#isAborted = true;
      this.onabort?.();
    }
    send(body: FormData) {
      begun.push({
        url: this.#url,
        body,
        progress: (loaded) => this.upload.onprogress?.({ loaded }),
        answer: (status) => {
          this.status = status;
          this.onload?.();
        },
        breaks: () => this.onerror?.(),
        isAborted: () => this.#isAborted,
      });
    }
  }
  globalThis.XMLHttpRequest = FakeRequest as never;
  return begun;
}
