import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { cx } from './cx.ts';
import type { FieldControl } from './field.tsx';
import { TextInput } from './inputs.tsx';

const OPTIONS_SHOWN_MAX = 50;

export interface PickerOption {
  readonly id: string;
  readonly label: string;
  readonly hint?: string | undefined;
}

interface PickerProps {
  readonly control: FieldControl;
  readonly chosen: PickerOption | undefined;
  /** What matches the typed text. */
  readonly options: readonly PickerOption[];
  readonly onType: (text: string) => void;
  readonly onChoose: (option: PickerOption | undefined) => void;
  readonly placeholder: string;
  /** Said instead of options: that none matches, or that they are being searched. */
  readonly emptyText: string;
}

/** One of many, found by typing. The list opens below the field, so that no dialog cuts it off. */
export function Picker(props: PickerProps): ReactNode {
  const { control, chosen, onType, onChoose, placeholder, emptyText } = props;
  const options = props.options.slice(0, OPTIONS_SHOWN_MAX);
  const listId = useId();
  const [text, setText] = useState(chosen?.label ?? '');
  const [isOpen, setIsOpen] = useState(false);
  const [at, setAt] = useState(0);
  const current = options[Math.min(at, options.length - 1)];
  const type = (typed: string): void => {
    setText(typed);
    setAt(0);
    setIsOpen(true);
    onType(typed);
    onChoose(undefined);
  };
  const choose = (option: PickerOption): void => {
    setText(option.label);
    setIsOpen(false);
    onChoose(option);
  };
  const press = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    const isChoice = event.key === 'Enter' && isOpen && current;
    if (step === undefined && !isChoice && !(event.key === 'Escape' && isOpen)) return;
    event.preventDefault();
    if (isChoice) choose(current);
    else if (step === undefined) setIsOpen(false);
    else if (isOpen) setAt(Math.max(0, Math.min(options.length - 1, at + step)));
    else setIsOpen(true);
  };
  return (
    <div>
      <TextInput
        {...control}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && current ? `${listId}-${current.id}` : undefined}
        required
        icon="search"
        placeholder={placeholder}
        value={text}
        onChange={({ target }) => type(target.value)}
        onClick={() => setIsOpen(true)}
        onKeyDown={press}
        onBlur={() => setIsOpen(false)}
      />
      {isOpen && (
        <OptionList
          listId={listId}
          options={options}
          current={current}
          emptyText={emptyText}
          onChoose={choose}
        />
      )}
    </div>
  );
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

interface OptionListProps {
  readonly listId: string;
  readonly options: readonly PickerOption[];
  readonly current: PickerOption | undefined;
  readonly emptyText: string;
  readonly onChoose: (option: PickerOption) => void;
}

function OptionList({ listId, options, current, emptyText, onChoose }: OptionListProps): ReactNode {
  if (options.length === 0) {
    return (
      <p role="status" className="mt-1 rounded-md border border-line px-3 py-2 text-sm text-muted">
        {emptyText}
      </p>
    );
  }
  return (
    <ul
      id={listId}
      role="listbox"
      className="mt-1 max-h-52 overflow-y-auto rounded-md border border-line bg-raised p-1 shadow-low"
    >
      {options.map((option) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field above holds the focus and the keys
        <li
          key={option.id}
          id={`${listId}-${option.id}`}
          role="option"
          aria-selected={option === current}
          tabIndex={-1}
          className={cx('cursor-pointer rounded-sm px-2 py-1.5 text-sm', option === current && 'bg-hover')}
          // Before the field loses the focus and closes the list.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(option)}
        >
          {option.label}
          {option.hint !== undefined && <span className="block text-xs text-muted">{option.hint}</span>}
        </li>
      ))}
    </ul>
  );
}
