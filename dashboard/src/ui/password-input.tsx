import { type ComponentProps, type ReactNode, useState } from 'react';
import { useMessages } from '../messages/use-messages.ts';
import { Icon } from './icon.tsx';
import { TextInput } from './inputs.tsx';

/** A password that can be looked at: mistypes are found sooner than by trying again. */
export function PasswordInput(props: Omit<ComponentProps<typeof TextInput>, 'type' | 'icon'>): ReactNode {
  const { common } = useMessages();
  const [isShown, setIsShown] = useState(false);
  return (
    <span className="relative block">
      <TextInput {...props} type={isShown ? 'text' : 'password'} className="pr-10" />
      <button
        type="button"
        aria-label={isShown ? common.hidePassword : common.showPassword}
        aria-pressed={isShown}
        onClick={() => setIsShown(!isShown)}
        className="absolute top-0.5 right-0.5 grid size-8 place-items-center rounded-md text-muted hover:text-ink"
      >
        <Icon name={isShown ? 'eyeOff' : 'eye'} />
      </button>
    </span>
  );
}
