/**
 * What {@code curtail traces} does: from recorded requests to the workflows they are ({@link
 * org.curtail.cli.traces.ShowCommand}), what slow ones wait for ({@link
 * org.curtail.cli.traces.BlameCommand}), what they would gain ({@link
 * org.curtail.cli.traces.WhatIfCommand}) and which service changed ({@link
 * org.curtail.cli.traces.CompareCommand}).
 */
@NullMarked
package org.curtail.cli.traces;

import org.jspecify.annotations.NullMarked;
