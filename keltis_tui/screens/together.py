"""One leads through a finished game, others at the table see the same step until they go alone."""

from keltis_protocol.messages import ShowStep, StepShown
from keltis_tui.client import Client


class Together:
    """Who leads, whether we do or follow, and what is told the others of it."""

    def __init__(self, client: Client, table: str, number: int) -> None:
        self._client = client
        self._table = table
        self._number = number
        self.leads = False
        """Whether the others are told where we look."""
        self._follows = True
        self._step = 0
        self._under_way = False
        """Whether something told has not been answered yet."""
        self._more = False
        """Whether there is something newer to tell."""
        self._there = self._who_is_there()

    @property
    def possible(self) -> bool:
        """Whether somebody else is at the table whose game this is."""
        at = self._client.table
        if at is None or at.table != self._table:
            return False
        others = at.watchers > 1 if self._client.watching else at.watchers > 0
        return others or self._client.company

    @property
    def leader(self) -> str:
        """Who else leads; empty if nobody does."""
        shown = self._shown
        return "" if shown is None or self.leads else shown.name

    @property
    def step(self) -> int | None:
        """The step to which we are led, if we follow."""
        shown = self._shown
        return shown.step if shown is not None and self._follows and not self.leads else None

    @property
    def may_follow(self) -> bool:
        """Whether somebody leads whom we do not follow."""
        return bool(self.leader) and not self._follows

    @property
    def _shown(self) -> StepShown | None:
        shown = self._client.shown
        ours = shown is not None and (shown.table, shown.number) == (self._table, self._number)
        return shown if ours else None

    def moved(self, step: int) -> None:
        """We went to a step by ourselves: whoever followed follows no more."""
        self._follows, self._step = False, step
        if self.leads:
            self._tell()

    def lead(self, step: int) -> str:
        """Lead the others from this step on, or no further; what is said of it."""
        words = self._client.words
        if self.leads:
            self.end()
            return words._("You lead no further.")
        self.leads, self._follows, self._step = True, False, step
        self._tell()
        return words._("Whoever looks at this game now sees the step you are at.")

    def follow(self) -> None:
        """See what the leader sees again."""
        self._follows = True

    def end(self) -> None:
        """Lead no further."""
        if self.leads:
            self.leads = False
            self._tell()

    def hear(self, fact: StepShown) -> str:
        """Somebody else leads, or no further; what is said of it."""
        words = self._client.words
        if (fact.table, fact.number) != (self._table, self._number):
            return ""
        if not fact.leads:
            return words._("{name} leads no further.", name=fact.name)
        self.leads = False
        if self._follows:
            return ""
        return words._("{name} leads: f follows.", name=fact.name)

    def hear_table(self) -> None:
        """The table was told: whoever has come knows nothing of a leader yet."""
        before, self._there = self._there, self._who_is_there()
        if self.leads and (self._there[0] > before[0] or self._there[1] - before[1]):
            self._tell()

    def _who_is_there(self) -> tuple[int, frozenset[int]]:
        """How many look on at the table, and the seats whose people are there."""
        at = self._client.table
        if at is None:
            return 0, frozenset()
        people = (seat for seat, state in enumerate(at.seats) if state.kind == "person")
        return at.watchers, frozenset(seat for seat in people if not at.seats[seat].away)

    def status(self) -> str:
        """Who leads, for the status line."""
        words = self._client.words
        if self.leads:
            return words._("you lead")
        if not self.leader:
            return ""
        if self._follows:
            return words._("you follow {name}", name=self.leader)
        return words._("{name} leads", name=self.leader)

    def _tell(self) -> None:
        """Tell the newest, one after the other: while one is under way, the next waits."""
        if self._under_way:
            self._more = True
            return
        self._under_way, self._more = True, False
        self._client.ask(
            lambda command: ShowStep(
                id=command,
                table=self._table,
                step=self._step,
                number=self._number,
                leads=self.leads,
            ),
            done=self._told,
            refused=self._refused,
        )

    def _told(self) -> None:
        self._under_way = False
        if self._more:
            self._tell()

    def _refused(self, reason: str) -> None:
        self._under_way = self.leads = False
        self._client.refused(reason)
