import type { ReactNode } from 'react';
import { openOverlay } from '../../keyboard/overlays.ts';
import { useShortcutSwitch } from '../../keyboard/shortcuts.ts';
import { LANGUAGE_NAMES, LANGUAGES } from '../../messages/load-messages.ts';
import { useLanguage } from '../../messages/use-messages.ts';
import { THEMES, useTheme } from '../../preferences/theme.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Switch } from '../../ui/choices.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/inputs.tsx';

export function AppearanceCard(): ReactNode {
  const { language, messages, setLanguage } = useLanguage();
  const { theme, setTheme } = useTheme();
  const [isOn, setIsOn] = useShortcutSwitch();
  const texts = messages.account.appearance;
  const languages = LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }));
  const themes = THEMES.map((value) => ({ value, label: messages.common.themes[value] }));
  return (
    <Card title={texts.title} description={texts.description}>
      <div className="grid gap-5">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={texts.language}>
            {(control) => <Select {...control} value={language} choices={languages} onChange={setLanguage} />}
          </Field>
          <Field label={texts.theme}>
            {(control) => <Select {...control} value={theme} choices={themes} onChange={setTheme} />}
          </Field>
        </div>
        <Switch label={texts.shortcuts} hint={texts.shortcutsHint} checked={isOn} onChange={setIsOn} />
        <div>
          <Button icon="keyboard" onClick={() => openOverlay('help')}>
            {texts.showShortcuts}
          </Button>
        </div>
      </div>
    </Card>
  );
}
