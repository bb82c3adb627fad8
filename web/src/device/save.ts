// Files for the person. Every page hands out some; what draws a picture for one is fetched by those that have pictures.

/** Hands a file to the person. */
export function save(name: string, body: Blob | string, type = 'text/plain;charset=utf-8'): void {
  const url = URL.createObjectURL(typeof body === 'string' ? new Blob([body], { type }) : body);
  const a = document.createElement('a');
  a.href = url;
  a.download = name;
  a.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
