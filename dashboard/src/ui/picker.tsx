import { type ReactNode, useId } from 'react';
import { cx } from './cx.ts';
import type { FieldControl } from './field.tsx';
import { TextInput } from './inputs.tsx';
import { type PickerOption, usePicker } from './use-picker.ts';

const OPTIONS_SHOWN_MAX = 50;

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
  const { control, placeholder, emptyText } = props;
  const options = props.options.slice(0, OPTIONS_SHOWN_MAX);
  const { text, isOpen, current, type, choose, setIsOpen, press } = usePicker({ ...props, options });
  const listId = useId();
  const hasList = isOpen && options.length > 0;
  return (
    <div>
      <TextInput
        {...control}
        role="combobox"
        aria-expanded={hasList}
        aria-controls={hasList ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={hasList && current ? `${listId}-${current.id}` : undefined}
        required
        icon="search"
        placeholder={placeholder}
        value={text}
        onChange={({ target }) => type(target.value)}
        onClick={() => setIsOpen(true)}
        onKeyDown={press}
        onBlur={() => setIsOpen(false)}
      />
      {isOpen && options.length === 0 && (
        <p role="status" className="mt-1 rounded-md border border-line px-3 py-2 text-sm text-muted">
          {emptyText}
        </p>
      )}
      {hasList && <OptionList listId={listId} options={options} current={current} onChoose={choose} />}
    </div>
  );
}

interface OptionListProps {
  readonly listId: string;
  readonly options: readonly PickerOption[];
  readonly current: PickerOption | undefined;
  readonly onChoose: (option: PickerOption) => void;
}

function OptionList({ listId, options, current, onChoose }: OptionListProps): ReactNode {
  return (
    <div
      id={listId}
      role="listbox"
      tabIndex={-1}
      className="mt-1 max-h-52 overflow-y-auto rounded-md border border-line bg-raised p-1 shadow-low"
      // Before the field loses the focus and closes the list.
      onPointerDown={(event) => event.preventDefault()}
    >
      {options.map((option) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field above holds the focus and the keys
        <div
          key={option.id}
          id={`${listId}-${option.id}`}
          role="option"
          aria-selected={option === current}
          tabIndex={-1}
          className={cx(
            'cursor-pointer rounded-sm px-2 py-1.5 text-sm hover:bg-hover',
            option === current && 'bg-hover',
          )}
          onClick={() => onChoose(option)}
        >
          {option.label}
          {option.hint !== undefined && <span className="block text-xs text-muted">{option.hint}</span>}
        </div>
      ))}
    </div>
  );
}
