// Handing something on: by the system's own way on a phone, else as a copy or a file.
import { copy } from './clipboard.ts';
import { png } from './picture.ts';
import { save } from './save.ts';

/** Hands a picture on, by the system's own way where there is one, else as a file. */
export async function handPicture(svg: string, name: string, text: string): Promise<void> {
  const blob = await png(svg);
  const file = new File([blob], name, { type: 'image/png' });
  if (navigator.canShare?.({ files: [file] })) await shared({ files: [file], text });
  else save(name, blob);
}
/** Hands a text or an address on; returns whether it was shared or copied, "" where neither was done. */
export async function hand(
  data: { readonly text: string } | { readonly url: string },
): Promise<'shared' | 'copied' | ''> {
  if (navigator.canShare?.(data) && matchMedia('(pointer: coarse)').matches)
    return (await shared(data)) ? 'shared' : '';
  return (await copy('url' in data ? data.url : data.text)) ? 'copied' : '';
}
/** False where the person has called it off. */
async function shared(data: ShareData): Promise<boolean> {
  try {
    await navigator.share(data);
    return true;
  } catch {
    return false;
  }
}
