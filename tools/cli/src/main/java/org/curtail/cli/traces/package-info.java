/**
 * {@code curtail traces}: the workflows of recorded requests ({@link
 * org.curtail.cli.traces.ShowCommand}), the waits of slow ones ({@link
 * org.curtail.cli.traces.BlameCommand}), possible gains ({@link
 * org.curtail.cli.traces.WhatIfCommand}) and the service that changed ({@link
 * org.curtail.cli.traces.CompareCommand}).
 */
@NullMarked
package org.curtail.cli.traces;

import org.jspecify.annotations.NullMarked;
