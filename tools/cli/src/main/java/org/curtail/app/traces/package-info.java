/**
 * What {@code curtail traces} does: from recorded requests to the workflows they are ({@link
 * org.curtail.app.traces.ShowCommand}), what slow ones wait for ({@link
 * org.curtail.app.traces.BlameCommand}), what they would gain ({@link
 * org.curtail.app.traces.WhatIfCommand}) and which service changed ({@link
 * org.curtail.app.traces.CompareCommand}).
 */
@NullMarked
package org.curtail.app.traces;

import org.jspecify.annotations.NullMarked;
