import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { useMessages } from '../messages/use-messages.ts';
import { cx } from '../ui/cx.ts';
import { useModal } from '../ui/dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { closeOverlay } from './overlays.ts';
import { type Command, matchCommands, usePaletteCommands } from './palette-commands.ts';

/** Pages, actions, and any alert by its id, by keyboard alone. */
export function Palette(): ReactNode {
  const { common } = useMessages();
  const dialog = useModal();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- a press beside it closes it; Escape does the same
    <dialog
      ref={dialog}
      aria-label={common.palette.label}
      className="mx-auto mt-[12dvh] w-[min(36rem,calc(100vw-2rem))] overflow-hidden rounded-xl border border-line bg-raised text-ink shadow-high"
      onCancel={(event) => {
        event.preventDefault();
        closeOverlay();
      }}
      onClick={({ target, currentTarget }) => target === currentTarget && closeOverlay()}
    >
      <CommandPicker />
    </dialog>
  );
}

function CommandPicker(): ReactNode {
  const { common } = useMessages();
  const id = useId();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const commands = matchCommands(usePaletteCommands(text), text);
  const chosen = commands[Math.min(at, commands.length - 1)];
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (event.key === 'Enter' && chosen) run(chosen);
    if (step === 0 || commands.length === 0) return;
    event.preventDefault();
    setAt((at + step + commands.length) % commands.length);
  };
  return (
    <>
      <div className="flex items-center gap-3 border-b border-line px-4">
        <Icon name="search" className="text-subtle" />
        <input
          role="combobox"
          aria-label={common.palette.placeholder}
          aria-expanded="true"
          aria-controls={id}
          aria-activedescendant={chosen && `${id}-${chosen.key}`}
          autoComplete="off"
          placeholder={common.palette.placeholder}
          value={text}
          className="h-12 w-full bg-transparent text-lg outline-none"
          onChange={({ target }) => {
            setText(target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <CommandList id={id} commands={commands} chosen={chosen} />
    </>
  );
}

function run(command: Command): void {
  closeOverlay();
  command.act();
}

interface CommandListProps {
  readonly id: string;
  readonly commands: readonly Command[];
  readonly chosen: Command | undefined;
}

function CommandList({ id, commands, chosen }: CommandListProps): ReactNode {
  const { common } = useMessages();
  return (
    <>
      <div
        id={id}
        role="listbox"
        aria-label={common.palette.label}
        className="max-h-80 overflow-y-auto p-1.5"
      >
        {commands.map((command) => (
          <Option
            key={command.key}
            id={`${id}-${command.key}`}
            command={command}
            isChosen={command === chosen}
          />
        ))}
      </div>
      {commands.length === 0 && (
        <p className="px-4 pb-6 text-center text-sm text-muted">{common.palette.empty}</p>
      )}
    </>
  );
}

interface OptionProps {
  readonly id: string;
  readonly command: Command;
  readonly isChosen: boolean;
}

function Option({ id, command, isChosen }: OptionProps): ReactNode {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field above holds the focus and hears the keys
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      tabIndex={-1}
      ref={(element) => {
        if (isChosen) element?.scrollIntoView({ block: 'nearest' });
      }}
      className={cx(
        'flex cursor-pointer items-center gap-3 rounded-md px-2.5 py-2 text-sm',
        isChosen ? 'bg-hover' : 'hover:bg-hover',
      )}
      onClick={() => run(command)}
    >
      <Icon name={command.icon} className="text-subtle" />
      <span className="min-w-0 grow truncate">{command.label}</span>
      <span className="text-xs text-muted">{command.group}</span>
    </div>
  );
}
