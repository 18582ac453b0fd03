package org.curtail.cli.report;

import java.util.List;
import org.curtail.benchkit.results.Claim;
import org.curtail.benchkit.results.Reasons;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.text.Numbers;
import org.curtail.cli.chart.Markup;
import org.jspecify.annotations.Nullable;

/** A paper's claims beside the simulator's results: its number, ours, and the difference. */
final class ClaimsSection {
  private static final int COLUMNS = 6;

  private static final String REPEATED =
      "The paper’s number, ours as a mean over the repeats with the least and the greatest of them, and the difference. A letter refers to the known reason of a deviation. Yes: ours is within 20 % of the paper’s number. Same direction: only the sign is the same. Not decided: the repeats are on both sides, or there is only one. Nothing was tuned.";

  private static final String MEASURED =
      "The paper’s number, ours as measured here with its interval from resampling queries, and the difference. A letter refers to the known reason of a deviation. Yes: ours is within 20 % of the paper’s number. Same direction: only the sign is the same. Not decided: the interval covers both answers.";

  private static final String ASKED =
      "Requirements on policies, and whether each policy meets them at all points, with the worst point. Nothing was tuned to these points.";

  private static final String LEARNED =
      "Requirements on automatic, and whether it meets them at all points, with the worst point and its 95 % interval. Yes: all intervals are within the bound. No: one is wholly outside. Nothing was tuned to these points.";

  private ClaimsSection() {}

  static void write(Markup markup, Chapter chapter) {
    List<Claim> claims = chapter.results().claims();
    if (claims.isEmpty()) {
      return;
    }
    if (chapter.results().kind().equals(Results.AUTOMATIC)) {
      asked(markup, chapter, claims, LEARNED);
      return;
    }
    if (chapter.results().grid() != null) {
      asked(markup, chapter, claims, ASKED);
      return;
    }
    Reasons reasons = Reasons.of(claims);
    chapter.startSection(markup, "claims", "Claims");
    boolean measured = !chapter.results().tables().isEmpty();
    markup.note(measured ? MEASURED : REPEATED);
    Chapter.startTable(
        markup,
        "Claims of the paper and beyond",
        "claim",
        "holds",
        "paper",
        "ours",
        measured ? "95 % interval" : "least to greatest",
        "difference");
    String figure = "";
    for (Claim claim : claims) {
      if (!claim.figure().equals(figure)) {
        figure = claim.figure();
        markup.start("tr", "class", "figure");
        markup.element("th", figure, "scope", "rowgroup", "colspan", COLUMNS);
        markup.end();
      }
      row(markup, chapter, reasons, claim);
    }
    Chapter.endTable(markup);
    why(markup, chapter, reasons);
    markup.end();
  }

  /** Writes claims without the columns of numbers, which none of these claims has. */
  private static void asked(Markup markup, Chapter chapter, List<Claim> claims, String note) {
    chapter.startSection(markup, "claims", "Requirements on policies");
    markup.note(note);
    Chapter.startTable(markup, "Requirements on policies", "policy", "holds");
    String aim = "";
    for (Claim claim : claims) {
      if (!claim.figure().equals(aim)) {
        aim = claim.figure();
        markup.start("tr", "class", "figure");
        markup.element("th", aim, "scope", "rowgroup", "colspan", 2);
        markup.end();
      }
      markup.start("tr");
      markup.start("th", "scope", "row", "class", "words");
      markup.text(claim.what());
      markup.element("span", claim.evidence(), "class", "evidence");
      markup.end();
      holds(markup, claim);
      markup.end();
    }
    Chapter.endTable(markup);
    markup.end();
  }

  private static void row(Markup markup, Chapter chapter, Reasons reasons, Claim claim) {
    markup.start("tr");
    markup.start("th", "scope", "row", "class", "words");
    markup.text(claim.what());
    String reason = reasons.letter(claim);
    if (!reason.isEmpty()) {
      markup.text(" ");
      markup.element("a", reason, "class", "letter", "href", "#" + reasonId(chapter, reason));
    }
    if (!claim.evidence().isEmpty()) {
      markup.element("span", claim.evidence(), "class", "evidence");
    }
    markup.end();
    holds(markup, claim);
    markup.element("td", stated(claim));
    markup.element("td", ours(claim), "class", "ours");
    markup.element(
        "td",
        claim.oursLow() == null ? "" : number(claim.oursLow()) + " to " + number(claim.oursHigh()));
    markup.element(
        "td",
        claim.difference() == null
            ? ""
            : (claim.difference() > 0 ? "+" : "") + number(claim.difference()));
    markup.end();
  }

  private static void why(Markup markup, Chapter chapter, Reasons reasons) {
    if (reasons.texts().isEmpty()) {
      return;
    }
    markup.element("h4", "Reasons of deviations");
    markup.start("ol", "class", "reasons", "type", "a");
    for (int i = 0; i < reasons.texts().size(); i++) {
      markup.element(
          "li", reasons.texts().get(i) + ".", "id", reasonId(chapter, reasons.letter(i)));
    }
    markup.end();
  }

  private static String reasonId(Chapter chapter, String letter) {
    return chapter.id() + "-reason-" + letter;
  }

  private static void holds(Markup markup, Claim claim) {
    switch (claim.agreement().orElse(null)) {
      case null -> markup.element("td", "");
      case YES -> markup.element("td", "✓ yes", "class", "yes");
      case SAME_DIRECTION -> markup.element("td", "~ same direction", "class", "tie");
      case NO -> markup.element("td", "✗ no", "class", "no");
      case NOT_DECIDED -> markup.element("td", "? not decided", "class", "tie");
    }
  }

  private static String stated(Claim claim) {
    return claim.paper() == null ? "" : Numbers.plain(claim.paper()) + unit(claim);
  }

  private static String ours(Claim claim) {
    return claim.ours() == null ? "" : number(claim.ours()) + unit(claim);
  }

  private static String unit(Claim claim) {
    return claim.unit().isEmpty() ? "" : " " + claim.unit();
  }

  private static String number(@Nullable Double value) {
    return value == null ? "" : Numbers.measured(value).replace('-', '−');
  }
}
