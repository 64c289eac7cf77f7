"""The page that leads phones to theirs: a code for all, and one more for those who may press."""

from companion.language import said
from companion.pages.kinds import PlainPage
from companion.session.session import Session
from companion.ui.screen import Body, Labels
from companion.ui.texts import Code, Message
from hardware.panel import Button

LOOK_ON = said("Scan this to look on:")
HELP = said("Scan this to press and to write names:")
OFF = said("Phones are switched off. Switch them on in the settings, and start the program again.")


class PhonesPage(PlainPage):
    """Shows the code for those who look on; OK shows that for help at the table."""

    heading = said("On your phones")

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._helps = False

    def body(self) -> Body:
        phones, words = self.session.phones, self.session.words
        if phones is None:
            why = self.session.no_phones
            return Message(why(words) if why is not None else words.say(OFF))
        addresses = phones.addresses()
        if self._helps:
            return Code(addresses.help, words.say(HELP))
        return Code(addresses.view, words.say(LOOK_ON))

    def labels(self) -> Labels:
        say = self.say
        ok = say("Look on") if self._helps else say("Help at the table")
        return Labels(ok=ok if self.session.phones else "", back=say("Back"))

    def press(self, button: Button) -> None:
        if button is Button.OK and self.session.phones is not None:
            self._helps = not self._helps
        else:
            super().press(button)
