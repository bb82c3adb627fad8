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
/** Hands a text or an address on; returns whether it was copied, rather than left to the system, "failed" where it was neither. */
export async function hand(
  data: { readonly text: string } | { readonly url: string },
): Promise<'' | 'copied' | 'failed'> {
  if (!navigator.canShare?.(data) || !matchMedia('(pointer: coarse)').matches)
    return (await copy('url' in data ? data.url : data.text)) ? 'copied' : 'failed';
  await shared(data);
  return '';
}
async function shared(data: ShareData): Promise<void> {
  try {
    await navigator.share(data);
  } catch {
    // The person has called it off.
  }
}
